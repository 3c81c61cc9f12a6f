internal import Glibc

func exponential(_ value: Double) -> Double { exp(value) }
func logarithm(_ value: Double) -> Double { log(value) }
