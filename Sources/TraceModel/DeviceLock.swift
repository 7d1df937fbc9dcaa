/// Whether protected data could be read when a launch began, as its log shows.
public enum DeviceLock: UInt8, Sendable, CaseIterable { case unknown, unlocked, locked }
