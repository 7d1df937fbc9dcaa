/// The state of the device's lock when a launch began: protected data can be read while it is unlocked.
public enum DeviceLock: UInt8, Sendable, CaseIterable { case unknown, unlocked, locked }
