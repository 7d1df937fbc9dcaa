import TraceModel

/// Numbers for the devices, and for the models and systems, of both sides: by the order of their names alone, so that
/// neither the order of logs nor which side is which changes a sum.
struct CompareNumbers {
  /// The number of the device of each context of each side; -1 for no device.
  private let devices: [[Int32]]
  private let models: [[Int32]]
  let deviceCount: Int
  private let modelCount: Int
  let sharedAppCount: Int

  /// The numbers for the launches of both sides, which are compared `across` these properties.
  init(_ sides: [[Launch]], across: Set<ComparedProperty> = []) {
    let contexts = sides.map { launches in
      Dictionary(uniqueKeysWithValues: launches.distinctContexts.map { ($0.index, $0) })
    }
    let apps = contexts.map { Set($0.values.map { Normalised.id($0.app) }) }
    // If each side has one app, the two are compared; several on both sides are kept apart.
    let isByApp = apps[0].union(apps[1]).count > 1 && !apps[0].isDisjoint(with: apps[1])
    let deviceNames = contexts.map { $0.mapValues { Normalised.id($0.device) } }
    let modelNames = contexts.map { side in
      side.mapValues { context in
        let app = isByApp ? Normalised.id(context.app) : ""
        let model = across.contains(.model) ? "" : Normalised.id(context.deviceModel)
        let system = across.contains(.system) ? nil : Normalised.major(context.osVersion)
        return [app, model, system.map { "\($0)" } ?? ""]
      }
    }
    let deviceOrder = Set(deviceNames.joined().map(\.value)).subtracting([""]).sorted()
    let modelOrder = Set(modelNames.joined().map(\.value)).sorted { $0.lexicographicallyPrecedes($1) }
    let deviceNumbers = Dictionary(uniqueKeysWithValues: deviceOrder.enumerated().map { ($1, Int32($0)) })
    let modelNumbers = Dictionary(uniqueKeysWithValues: modelOrder.enumerated().map { ($1, Int32($0)) })
    devices = deviceNames.map { side in Self.list(side.mapValues { deviceNumbers[$0] ?? -1 }) }
    models = modelNames.map { side in Self.list(side.mapValues { modelNumbers[$0] ?? 0 }) }
    deviceCount = deviceOrder.count
    modelCount = modelOrder.count
    sharedAppCount = apps[0].intersection(apps[1]).subtracting([""]).count
  }

  private static func list(_ values: [Int: Int32]) -> [Int32] {
    var list = [Int32](repeating: -1, count: (values.keys.max() ?? -1) + 1)
    for (index, value) in values { list[index] = value }
    return list
  }

  /// The entry of a launch of a side: 0 for base, 1 for head.
  func entry(of launch: Launch, nanos: Int64, side: Int, index: Int) -> CompareEntry {
    let context = launch.contextIndex
    return CompareEntry(
      nanos: nanos, device: devices[side][context], model: models[side][context], index: Int32(index))
  }

  /// The unit of a launch of a side: its device; the launch itself without one.
  func unit(of launch: Launch, side: Int, index: Int) -> Int {
    let device = devices[side][launch.contextIndex]
    return device < 0 ? deviceCount + index : Int(device)
  }

  /// The draw of a launch of a side: its model and its unit; if each device is compared with itself, its device with
  /// its model, and the launch itself.
  fileprivate func draw(of launch: Launch, side: Int, index: Int, isByDevice: Bool) -> LaunchDraw {
    let model = Int(models[side][launch.contextIndex])
    if !isByDevice { return LaunchDraw(stratum: model, unit: unit(of: launch, side: side, index: index)) }
    let device = Int(devices[side][launch.contextIndex])
    return LaunchDraw(stratum: (device + 1) * modelCount + model, unit: deviceCount + index)
  }
}

/// What the launches of both sides are drawn from, counted or not: for shares of them.
struct LaunchDraws {
  /// Of base and head, in the order of their launches.
  let sides: [[LaunchDraw]]
  /// True if each device is compared with itself.
  let isByDevice: Bool

  init(_ sides: [[Launch]], _ numbers: CompareNumbers) {
    let isByDevice = AlikeLaunches.areByDevice(sides, numbers)
    self.isByDevice = isByDevice
    self.sides = sides.enumerated().map { side, launches in
      launches.enumerated().map { numbers.draw(of: $1, side: side, index: $0, isByDevice: isByDevice) }
    }
  }
}
