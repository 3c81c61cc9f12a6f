import Glibc

/// The natural logarithm; of what is not positive one so low that nothing outweighs it.
func logarithm(_ value: Float) -> Float { value > 0 ? logf(value) : -1000 }

func exponential(_ value: Float) -> Float { expf(value) }
