// SPDX-License-Identifier: Apache-2.0
import Glibc

// The C library's functions in double precision, for references.

func exponential(_ x: Double) -> Double { exp(x) }

func cosineOf(_ x: Double) -> Double { cos(x) }

func sineOf(_ x: Double) -> Double { sin(x) }
