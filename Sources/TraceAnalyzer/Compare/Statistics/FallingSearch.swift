/// The search for the last whole number at which a falling function is not below 0 yet.
///
/// Each call of the function passes over all launches, so a straight line between the ends proposes where to look next,
/// which for many launches finds the place in some ten calls. Every third step halves the range, so that it never takes
/// more than three times as many as bisection. Source: the Illinois method of Dowell and Jarratt, *A Modified Regula
/// Falsi Method for Computing the Root of an Equation* (1971).
struct FallingSearch {
  /// The number that was looked for: the first of the range at least.
  let last: Int64

  /// Searches a range, at whose first number the function is taken to hold.
  ///
  /// - Parameters:
  ///   - range: Where to look.
  ///   - orEqual: True if the function may be 0 at the number, false if it must be above.
  ///   - function: Falls, or stays, from each number to the next.
  init(_ range: ClosedRange<Int64>, orEqual: Bool, _ function: (Int64) -> Double) {
    func holds(_ value: Double) -> Bool { orEqual ? value >= 0 : value > 0 }
    var low = range.lowerBound
    var high = range.upperBound
    var highValue = function(high)
    if holds(highValue) || low == high {
      last = high
      return
    }
    var lowValue = function(low)
    var step = 0
    while high - low > 1 {
      step += 1
      var middle = low + (high - low) / 2
      if !step.isMultiple(of: 3), lowValue > highValue {
        let part = lowValue / (lowValue - highValue) * Double(high - low)
        middle = low + min(max(Int64(part), 1), high - low - 1)
      }
      let value = function(middle)
      // The end that stays counts half, or else it might stay for ever.
      if holds(value) {
        low = middle
        lowValue = value
        highValue /= 2
      } else {
        high = middle
        highValue = value
        lowValue /= 2
      }
    }
    last = low
  }
}
