public import Dispatch
public import Foundation

// Apple: corebluetooth/cbmanagerstate
@available(iOS 10, macOS 10.13, *)
public enum CBManagerState: Int, Sendable {
    case unknown, resetting, unsupported, unauthorized, poweredOff, poweredOn
}

// Apple: corebluetooth/cbmanagerauthorization
@available(iOS 13, macOS 10.15, *)
public enum CBManagerAuthorization: Int, Sendable {
    case notDetermined, restricted, denied, allowedAlways
}

// Apple: corebluetooth/cberror-swift.struct
@available(iOS 6, macOS 10.13, *)
public struct CBError: Error, Sendable {
    public let code: Code
    public init(_ code: Code) { self.code = code }

    // Apple: corebluetooth/cberror-swift.struct/code
    public enum Code: Int, Sendable {
        case unknown = 0
        case connectionTimeout = 6
        case peripheralDisconnected = 7
    }
}

// Apple: corebluetooth/cbmanager
@available(iOS 10, macOS 10.13, *)
open class CBManager: NSObject {
    // Apple: corebluetooth/cbmanager/state
    open var state: CBManagerState { .unknown }
    // Apple: corebluetooth/cbmanager/authorization-swift.type.property
    @available(iOS 13.1, macOS 10.15, *)
    open class var authorization: CBManagerAuthorization { .notDetermined }
}

// Apple: corebluetooth/cbadvertisementdataserviceuuidskey
@available(iOS 5, macOS 10.7, *)
public let CBAdvertisementDataServiceUUIDsKey = ""

// Apple: corebluetooth/cbperipheralmanageroptionshowpoweralertkey
@available(iOS 7, macOS 10.9, *)
public let CBPeripheralManagerOptionShowPowerAlertKey = ""

// Apple: corebluetooth/cbcentralmanageroptionshowpoweralertkey
@available(iOS 7, macOS 10.9, *)
public let CBCentralManagerOptionShowPowerAlertKey = ""

// Apple: corebluetooth/cbperipheralmanager
@available(iOS 6, macOS 10.9, *)
open class CBPeripheralManager: CBManager {
    // Apple: corebluetooth/cbperipheralmanager/init(delegate:queue:options:)
    @available(iOS 7, macOS 10.9, *)
    public init(delegate _: (any CBPeripheralManagerDelegate)?, queue _: DispatchQueue?, options _: [String: Any]?) {}
    // Apple: corebluetooth/cbperipheralmanager/add(_:)
    open func add(_: CBMutableService) {}
    // Apple: corebluetooth/cbperipheralmanager/removeallservices()
    open func removeAllServices() {}
    // Apple: corebluetooth/cbperipheralmanager/startadvertising(_:)
    open func startAdvertising(_: [String: Any]?) {}
    // Apple: corebluetooth/cbperipheralmanager/stopadvertising()
    open func stopAdvertising() {}
    // Apple: corebluetooth/cbperipheralmanager/updatevalue(_:for:onsubscribedcentrals:)
    open func updateValue(_: Data, for _: CBMutableCharacteristic, onSubscribedCentrals _: [CBCentral]?) -> Bool {
        false
    }
    // Apple: corebluetooth/cbperipheralmanager/publishl2capchannel(withencryption:)
    @available(iOS 11, macOS 10.14, *)
    open func publishL2CAPChannel(withEncryption _: Bool) {}
    // Apple: corebluetooth/cbperipheralmanager/unpublishl2capchannel(_:)
    @available(iOS 11, macOS 10.14, *)
    open func unpublishL2CAPChannel(_: CBL2CAPPSM) {}
}

// Apple: corebluetooth/cbcentralmanager
@available(iOS 5, macOS 10.7, *)
open class CBCentralManager: CBManager {
    // Apple: corebluetooth/cbcentralmanager/init(delegate:queue:options:)
    @available(iOS 7, macOS 10.9, *)
    public init(delegate _: (any CBCentralManagerDelegate)?, queue _: DispatchQueue?, options _: [String: Any]?) {}
    // Apple: corebluetooth/cbcentralmanager/scanforperipherals(withservices:options:)
    open func scanForPeripherals(withServices _: [CBUUID]?, options _: [String: Any]?) {}
    // Apple: corebluetooth/cbcentralmanager/stopscan()
    open func stopScan() {}
    // Apple: corebluetooth/cbcentralmanager/connect(_:options:)
    open func connect(_: CBPeripheral, options _: [String: Any]?) {}
    // Apple: corebluetooth/cbcentralmanager/cancelperipheralconnection(_:)
    open func cancelPeripheralConnection(_: CBPeripheral) {}
}
