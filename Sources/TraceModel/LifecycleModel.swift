/// How an app follows its life cycle: by scenes, or by its application delegate alone.
public enum LifecycleModel: UInt8, Sendable, CaseIterable { case unknown, app, scenes }
