import Testing

@testable import TraceAnalyzer

/// Holds the functions and distributions against the values of NumPy 2.4 and SciPy 1.17.
@Suite(.tags(.small)) struct CompareDistributionTests {
  @Test(
    "the logarithm is right to the last bits",
    arguments: [
      (1e-300, -690.7755278982137), (0.1, -2.3025850929940455), (0.5, -0.6931471805599453),
      (0.999999, -1.000000500029089e-06), (1.0000001, 9.999999505838704e-08), (1, 0), (2, 0.6931471805599453),
      (10, 2.302585092994046), (12345.678, 9.421061321291832), (1e300, 690.7755278982137),
    ] as [(Double, Double)])
  func logarithm(x: Double, expected: Double) {
    #expect(SpecialFunctions.logarithm(x).isNear(expected, within: 4e-16))
  }

  @Test(
    "the exponential function is right to the last bits",
    arguments: [
      (-700, 9.85967654375977e-305), (-10.5, 2.7536449349747158e-05), (-1e-9, 0.999999999), (0, 1),
      (0.3, 1.3498588075760032), (1, 2.718281828459045), (100, 2.6881171418161356e43), (700, 1.0142320547350045e304),
      (-1000, 0), (1000, .infinity),
    ] as [(Double, Double)])
  func exponential(x: Double, expected: Double) {
    #expect(SpecialFunctions.exponential(x).isNear(expected, within: 4e-16))
  }

  @Test(
    "the error of Stirling's formula is right",
    arguments: [
      (0.5, 0.1534264097200273), (1, 0.08106146679532733), (2.5, 0.0331628735199363), (9.5, 0.008768700134138996),
      (10, 0.008330563433361249), (11, 0.007573675487950737),
    ] as [(Double, Double)])
  func stirling(x: Double, expected: Double) {
    // SciPy's value is a difference of larger ones.
    #expect(SpecialFunctions.stirlingError(x).isNear(expected, within: 1e-12))
  }

  @Test(
    "Student's t has the probabilities that SciPy gives it",
    arguments: [
      (0.1, 1, 0.936548965138893), (12.7, 1, 0.050024327689344165), (1.3184634483601176, 18, 0.20387977084452888),
      (2, 10, 0.07338803477074037), (2.75, 8, 0.025058924329904045), (0.5, 3, 0.651447964848151),
      (4, 100, 0.00012152364430076177), (1.96, 1_999_998, 0.04999592894096738), (6.5, 40_000, 8.12629496542902e-11),
      (3.5, 1_999_998, 0.0004652682758161619), (2.9, 2000, 0.00377234809189917),
      (0.01, 500, 0.9920252759930329), (0, 7, 1),
    ] as [(Double, Int, Double)])
  func student(t: Double, degrees: Int, expected: Double) {
    // Of millions of devices the continued fraction begins with a difference of two numbers that are almost equal.
    let accuracy = degrees < 100_000 ? 1e-12 : 1e-10
    #expect(StudentDistribution.twoSided(t, degreesOfFreedom: degrees).isNear(expected, within: accuracy))
  }

  @Test(
    "Student's t has the critical values that SciPy gives it",
    arguments: [
      (1, 0.05, 12.706204736174694), (4, 0.05, 2.7764451051977934), (8, 0.05, 2.306004135204166),
      (18, 0.05, 2.1009220402410382), (100, 0.05, 1.9839715185235518), (100, 0.05 / 7, 2.746585994307252),
      (1_999_998, 0.01, 2.5758317618273665),
    ] as [(Int, Double, Double)])
  func criticalStudent(degrees: Int, alpha: Double, expected: Double) {
    let critical = StudentDistribution.critical(degreesOfFreedom: degrees, alpha: alpha)
    #expect(critical.isNear(expected, within: 1e-12))
  }

  @Test(
    "the normal distribution has the probabilities that SciPy gives it",
    arguments: [
      (0, 1), (0.3, 0.7641771556220948), (1.2, 0.23013934044341644), (1.959963984540054, 0.05),
      (2.49, 0.012774309529886342), (2.5, 0.012419330651552265), (3.1, 0.0019352064264367126),
      (5, 5.733031437583866e-07), (8, 1.244192114854348e-15),
    ] as [(Double, Double)])
  func normal(z: Double, expected: Double) {
    #expect(NormalDistribution.twoSided(z).isNear(expected, within: 1e-13))
  }

  @Test(
    "the normal distribution has the critical values that SciPy gives it",
    arguments: [
      (0.05, 1.959963984540054), (0.05 / 3, 2.3939797998185104), (0.01, 2.5758293035489004),
      (0.001, 3.2905267314919255),
    ])
  func criticalNormal(alpha: Double, expected: Double) {
    #expect(NormalDistribution.critical(alpha: alpha).isNear(expected, within: 1e-13))
  }

  @Test(
    "sums of binomial probabilities are those of SciPy",
    arguments: [
      (9, 30, 0.5, 0.021386972628533847), (22, 30, 0.9, 0.007783619237921302), (470, 1000, 0.5, 0.031011597549181716),
      (0, 5, 0.9, 9.999999999999989e-06), (499_000, 1_000_000, 0.5, 0.0228041499326948),
      (899_500, 1_000_000, 0.9, 0.04803478220539037), (700, 1000, 0.5, 1), (3, 10, 0.3, 0.6496107184000002),
      (-1, 10, 0.3, 0), (10, 10, 0.3, 1),
    ])
  func binomial(successes: Int, count: Int, share: Double, expected: Double) {
    let distribution = BinomialDistribution(count: count, share: share)
    #expect(distribution.atMost(successes).isNear(expected, within: 2e-12))
    #expect(distribution.atLeast(successes + 1).isNear(1 - expected, within: 2e-9))
  }

  @Test("all binomial probabilities add up to 1", arguments: [1, 2, 7, 40, 333], [0.05, 0.5, 0.9])
  func binomialSum(count: Int, share: Double) {
    let distribution = BinomialDistribution(count: count, share: share)
    #expect((0...count).reduce(0) { $0 + distribution.probability(of: $1) }.isNear(1, within: 1e-13))
  }

  @Test(
    "order statistics bound a quantile where the binomial distribution says so",
    arguments: [
      (5, 0.5, nil, nil), (5, 0.9, 3, nil), (5, 0.95, 4, nil), (6, 0.5, 1, 6), (6, 0.9, 4, nil), (10, 0.5, 2, 9),
      (10, 0.9, 7, nil), (10, 0.95, 8, nil), (20, 0.5, 6, 15), (20, 0.9, 15, nil), (30, 0.5, 10, 21),
      (30, 0.9, 23, nil), (35, 0.5, 12, 24), (35, 0.9, 28, nil), (36, 0.5, 12, 25), (36, 0.9, 29, 36),
      (36, 0.95, 31, nil), (71, 0.9, 59, 69), (71, 0.95, 63, nil), (72, 0.5, 28, 45), (72, 0.95, 64, 72),
      (73, 0.95, 65, 73), (100, 0.5, 40, 61), (100, 0.9, 84, 96), (100, 0.95, 90, 100), (1000, 0.5, 469, 532),
      (1000, 0.9, 881, 919), (1000, 0.95, 936, 964),
    ] as [(Int, Double, Int?, Int?)])
  func ranks(count: Int, share: Double, lower: Int?, upper: Int?) {
    let ranks = OrderRanks(count: count, share: share, alpha: 0.05)
    #expect(ranks.lower == lower)
    #expect(ranks.upper == upper)
  }

  @Test(
    "so many launches bound a quantile at 95 %, and one less does not",
    arguments: [(0.25, 13), (0.5, 6), (0.75, 13), (0.9, 36), (0.95, 72), (0.99, 368)])
  func fewest(share: Double, count: Int) {
    #expect(OrderRanks.fewest(share: share, alpha: 0.05) == count)
    let enough = OrderRanks(count: count, share: share, alpha: 0.05)
    let fewer = OrderRanks(count: count - 1, share: share, alpha: 0.05)
    #expect(enough.lower != nil && enough.upper != nil)
    #expect(fewer.lower == nil || fewer.upper == nil)
  }
}
