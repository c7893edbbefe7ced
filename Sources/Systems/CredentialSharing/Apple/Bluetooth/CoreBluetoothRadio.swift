internal import CoreBluetooth
internal import Foundation

/// The device's radio by CoreBluetooth. It transfers values and makes no protocol decisions.
///
/// The app's `Info.plist` needs `NSBluetoothAlwaysUsageDescription`. Each link has its own manager on its own queue.
public final class CoreBluetoothRadio: ProximityTransport {
    private let watch = RadioStateObserver()

    /// Creates a radio. Nothing happens, and nobody is prompted, before its first use.
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

    /// Returns the standard's characteristic that `characteristic` is; `nil` for any other.
    func kind(of characteristic: CBCharacteristic) -> GATTCharacteristic? {
        GATTCharacteristic.allCases.first { identifier(of: $0) == characteristic.uuid }
    }
}
