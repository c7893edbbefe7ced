internal import CoreBluetooth
internal import Foundation

/// The device's radio, by CoreBluetooth. It carries values and decides nothing.
///
/// The app's `Info.plist` has to say why under `NSBluetoothAlwaysUsageDescription`. Each link has a manager of its own, on a
/// queue of its own.
public final class CoreBluetoothRadio: ProximityTransport {
    private let watch = RadioStateObserver()

    public init() {}

    public func state() async -> RadioState { await watch.state(asking: false) }

    public func states() -> AsyncStream<RadioState> { watch.states() }

    public func requestAuthorization() async -> RadioState { await watch.state(asking: true) }

    public func advertise(_ service: GATTService) -> any ProximityLink {
        let link = PeripheralManagerLink(service)
        link.start()
        return link
    }

    public func connect(to service: GATTService) -> any ProximityLink {
        let link = CentralManagerLink(service)
        link.start()
        return link
    }
}

extension RadioState {
    init(_ state: CBManagerState) {
        self =
            switch state {
            case .poweredOn: .poweredOn
            case .poweredOff: .poweredOff
            case .unauthorized: .unauthorized
            case .unsupported: .unsupported
            default: .resetting
            }
    }
}

extension GATTService {
    var identifier: CBUUID { CBUUID(data: .init(uuid)) }

    func identifier(of characteristic: GATTCharacteristic) -> CBUUID? {
        uuid(of: characteristic).map { CBUUID(data: .init($0)) }
    }

    /// Which characteristic of this service that is; `nil` for one that is none of the standard's.
    func kind(of characteristic: CBCharacteristic) -> GATTCharacteristic? {
        GATTCharacteristic.allCases.first { identifier(of: $0) == characteristic.uuid }
    }
}
