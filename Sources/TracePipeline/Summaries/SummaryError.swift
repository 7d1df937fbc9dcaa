/// Parts that cannot be judged together: why, and what to do.
package struct SummaryError: Error, CustomStringConvertible {
  /// True if they were written by rules of another version: then the launches are to be summarized anew.
  package let isOfOtherRules: Bool
  package let description: String
}
