/// Of how many apps the launches of a store are.
package enum LaunchTimesScope {
  case oneApp
  /// One of them may be the extension of another.
  case severalApps
  /// A context is not there, as somebody has deleted it.
  case unknown
}
