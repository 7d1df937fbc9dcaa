/// A value of Student's t and what it says.
struct StudentTest: Equatable {
  let t: Double
  let degreesOfFreedom: Int

  /// The probability of a value at least as far from 0 if there is no difference.
  var p: Double { StudentDistribution.twoSided(t.magnitude, degreesOfFreedom: degreesOfFreedom) }
}
