/// Where a launch is no measure of what users see: left out unless asked for.
package enum ExcludedEnvironment: String, Sendable, CaseIterable { case simulator, debugger }
