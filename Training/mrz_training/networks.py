"""The two networks, in plain JAX: convolutions, bias, rectifier, sums. OpenCV 4.6 runs exactly these from ONNX."""

import jax
import jax.numpy as jnp
import numpy as np

# Layers: name, kernel (h, w), strides, dilation along the line, channels, whether its input is added.
# The recogniser, which reads every line once.
RECOGNISER = (
    ("a1", (5, 5), (2, 2), 1, 16, False),
    ("a2", (3, 3), (1, 1), 1, 16, True),
    ("b1", (3, 3), (2, 2), 1, 40, False),
    ("b2", (3, 3), (1, 1), 1, 40, True),
    ("c1", (3, 3), (2, 1), 1, 64, False),
    ("c2", (3, 3), (1, 1), 1, 64, True),
    ("d1", (4, 3), (4, 1), 1, 128, False),
    ("d2", (1, 5), (1, 1), 1, 128, True),
    ("d3", (1, 5), (1, 1), 2, 128, True),
    ("out", (1, 1), (1, 1), 1, 38, False),
)
# The second reader, of which nothing is asked but where the first is in doubt: slower, and right more often.
SECOND_READER = (
    ("a1", (5, 5), (2, 2), 1, 20, False),
    ("a2", (3, 3), (1, 1), 1, 20, True),
    ("b1", (3, 3), (2, 2), 1, 48, False),
    ("b2", (3, 3), (1, 1), 1, 48, True),
    ("c1", (3, 3), (2, 1), 1, 88, False),
    ("c2", (3, 3), (1, 1), 1, 88, True),
    ("c3", (3, 3), (1, 1), 1, 88, True),
    ("d1", (4, 3), (4, 1), 1, 128, False),
    ("d2", (1, 5), (1, 1), 1, 128, True),
    ("d3", (1, 5), (1, 1), 2, 128, True),
    ("out", (1, 1), (1, 1), 1, 38, False),
)


def initial(layers, seed, inputs=1):
    """Weights after He, drawn from a fixed seed; a layer whose input is added begins small."""
    generator = np.random.default_rng(seed)
    weights = {}
    for name, kernel, _, _, outputs, added in layers:
        fan = kernel[0] * kernel[1] * inputs
        scale = np.sqrt(2 / fan) * (0.4 if added else 1)
        weights[name] = {
            "w": jnp.asarray(generator.standard_normal((*kernel, inputs, outputs)).astype(np.float32) * scale),
            "b": jnp.zeros((outputs,), jnp.float32),
        }
        inputs = outputs
    return weights


def widened(layers, weights, seed):
    """Weights for layers with more channels, or more layers that add to their input, that do what `weights` did."""
    wide = jax.device_get(initial(layers, seed))
    for name, layer in wide.items():
        if name not in weights:
            layer["w"] = layer["w"] * 0.1
            continue
        w, b = np.asarray(weights[name]["w"]), np.asarray(weights[name]["b"])
        inputs, outputs = w.shape[2:]
        layer["w"], layer["b"] = np.array(layer["w"]), np.array(layer["b"])
        layer["w"][:, :, inputs:, :outputs] = 0
        layer["w"][:, :, :inputs, :outputs] = w
        layer["b"][:outputs] = b
    return jax.tree.map(jnp.asarray, wide)


def padding(kernel, strides, dilation):
    """Equal padding on both sides, so that a column of the output lies over the columns that it came from."""
    tall = (kernel[0] - 1) // 2 if kernel[0] % 2 else 0
    wide = (kernel[1] - 1) // 2 * dilation
    return ((tall, tall), (wide, wide))


def as_product(x, w, strides, pads, dilation):
    """A convolution as one product of matrices: the same sums, in another order."""
    height, width, inputs, outputs = w.shape
    x = jnp.pad(x, ((0, 0), *pads, (0, 0)))
    tall = (x.shape[1] - height) // strides[0] + 1
    wide = (x.shape[2] - (width - 1) * dilation - 1) // strides[1] + 1
    places = [(row, column * dilation) for row in range(height) for column in range(width)]
    shifted = [
        x[:, row : row + (tall - 1) * strides[0] + 1 : strides[0], column : column + (wide - 1) * strides[1] + 1 : strides[1]]
        for row, column in places
    ]
    product = jnp.concatenate(shifted, -1).reshape(-1, height * width * inputs) @ w.reshape(-1, outputs)
    return product.reshape(x.shape[0], tall, wide, outputs)


def convolve(x, layer, kernel, strides, dilation):
    w, pads = layer["w"], padding(kernel, strides, dilation)
    # On a processor the gradients of these convolutions take 0.4 to 0.8 of the time as products (measured one by one);
    # those of few channels over a whole strip, and along one row, take more.
    if min(kernel) > 1 and (strides != (1, 1) or x.shape[-1] >= 40):
        return as_product(x, w, strides, pads, dilation) + layer["b"]
    y = jax.lax.conv_general_dilated(
        x, w, strides, pads, rhs_dilation=(1, dilation), dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    return y + layer["b"]


def recognise(weights, x, layers=RECOGNISER):
    """Strips (n, 32, w), standardised, to logits (n, w / 4, 38)."""
    x = x[..., None]
    for name, kernel, strides, dilation, _, added in layers:
        y = convolve(x, weights[name], kernel, strides, dilation)
        if name == "out":
            return y[:, 0]
        y = jax.nn.relu(y)
        x = x + y if added else y


def standardised(strips, reach=48):
    """Each column freed of the brightness and contrast around it: mean and deviation of the columns within `reach`."""
    x = strips.astype(np.float32)
    width = x.shape[-1]
    sums = np.concatenate([np.zeros((*x.shape[:-2], 1), np.float64), np.cumsum(x.mean(-2), -1)], -1)
    squares = np.concatenate([np.zeros((*x.shape[:-2], 1), np.float64), np.cumsum((x * x).mean(-2), -1)], -1)
    low = np.clip(np.arange(width) - reach, 0, width)
    high = np.clip(np.arange(width) + reach + 1, 0, width)
    count = high - low
    mean = (sums[..., high] - sums[..., low]) / count
    square = (squares[..., high] - squares[..., low]) / count
    deviation = np.sqrt(np.maximum(square - mean * mean, 0)) + 2
    return ((x - mean[..., None, :]) / deviation[..., None, :]).astype(np.float32)


# Layers of the detector on its way down: name, kernel, strides, dilation, channels, whether its input is added.
DETECTOR = (
    ("a1", (3, 3), (2, 2), 1, 12, False),
    ("b1", (3, 3), (2, 2), 1, 16, False),
    ("b2", (3, 3), (1, 1), 1, 16, True),
    ("c1", (3, 3), (2, 2), 1, 32, False),
    ("c2", (3, 3), (1, 1), 1, 32, True),
    ("d1", (3, 3), (2, 2), 1, 48, False),
    ("d2", (3, 3), (1, 1), 1, 48, True),
    ("d3", (3, 3), (1, 1), 2, 48, True),
    ("d4", (3, 3), (1, 1), 4, 48, True),
)
# On its way up: what is enlarged is narrowed, added to what was kept on the way down, and convolved.
RISE = (("up1", "c2", 32), ("up2", "b2", 16))
MAPS = 4


def initial_detector(seed):
    weights = initial(DETECTOR, seed)
    inputs = 48
    for name, _, outputs in RISE:
        weights |= initial(((f"{name}.n", (1, 1), (1, 1), 1, outputs, False),), seed + len(weights), inputs)
        weights |= initial(((f"{name}.c", (3, 3), (1, 1), 1, outputs, True),), seed + len(weights), outputs)
        inputs = outputs
    weights |= initial((("out", (1, 1), (1, 1), 1, MAPS, False),), seed + 1, inputs)
    # Few places are lines: begin with few found.
    weights["out"]["b"] = weights["out"]["b"].at[0].set(-3.0)
    return weights


def square_convolve(x, layer, strides=(1, 1), dilation=1):
    size = layer["w"].shape[0]
    reach = (size - 1) // 2 * dilation
    y = jax.lax.conv_general_dilated(
        x,
        layer["w"],
        strides,
        ((reach, reach), (reach, reach)),
        rhs_dilation=(dilation, dilation),
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
    )
    return y + layer["b"]


def detect(weights, x):
    """Pictures (n, h, w), brightness over 128 less one, to maps (n, h / 4, w / 4, 4).

    The maps: line (logit), cosine and sine of the direction, logarithm of the pitch.
    """
    x = x[..., None]
    kept = {}
    for name, _, strides, dilation, _, added in DETECTOR:
        y = jax.nn.relu(square_convolve(x, weights[name], strides, dilation))
        x = x + y if added else y
        kept[name] = x
    for name, level, _ in RISE:
        x = square_convolve(x, weights[f"{name}.n"])
        x = jnp.repeat(jnp.repeat(x, 2, 1), 2, 2) + kept[level]
        x = x + jax.nn.relu(square_convolve(x, weights[f"{name}.c"]))
    return square_convolve(x, weights["out"])
