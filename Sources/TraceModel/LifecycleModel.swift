/// Whether an app lives by scenes or by its application delegate alone.
public enum LifecycleModel: UInt8, Sendable, CaseIterable { case unknown, app, scenes }
