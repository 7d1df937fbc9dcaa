/// What kind of start a launch was, as far as it tells by itself.
public enum LaunchNature: UInt8, Sendable, CaseIterable { case foreground, background, prewarmed, `extension` }
