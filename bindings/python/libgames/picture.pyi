import numpy as np
import numpy.typing as npt

from .game import State

def rgb_array(state: State) -> npt.NDArray[np.uint8]: ...
