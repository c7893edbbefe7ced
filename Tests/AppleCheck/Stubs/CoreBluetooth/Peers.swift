public import Foundation

// Apple: corebluetooth/cbpeer
@available(iOS 8, macOS 10.13, *)
open class CBPeer: NSObject {
    // Apple: corebluetooth/cbpeer/identifier
    @available(iOS 7, macOS 10.13, *)
    open var identifier: UUID { UUID() }
}

// Apple: corebluetooth/cbcentral
@available(iOS 6, macOS 10.9, *)
open class CBCentral: CBPeer {
    // Apple: corebluetooth/cbcentral/maximumupdatevaluelength
    @available(iOS 7, macOS 10.9, *)
    open var maximumUpdateValueLength: Int { 0 }
}

// Apple: corebluetooth/cbcharacteristicwritetype
@available(iOS 5, macOS 10.7, *)
public enum CBCharacteristicWriteType: Int, Sendable {
    case withResponse = 0
    case withoutResponse = 1
}

// Apple: corebluetooth/cbperipheral
@available(iOS 5, macOS 10.7, *)
open class CBPeripheral: CBPeer {
    // Apple: corebluetooth/cbperipheral/delegate
    open weak var delegate: (any CBPeripheralDelegate)?
    // Apple: corebluetooth/cbperipheral/services
    open var services: [CBService]? { nil }
    // Apple: corebluetooth/cbperipheral/cansendwritewithoutresponse
    @available(iOS 11, macOS 10.13, *)
    open var canSendWriteWithoutResponse: Bool { false }
    // Apple: corebluetooth/cbperipheral/discoverservices(_:)
    open func discoverServices(_: [CBUUID]?) {}
    // Apple: corebluetooth/cbperipheral/discovercharacteristics(_:for:)
    open func discoverCharacteristics(_: [CBUUID]?, for _: CBService) {}
    // Apple: corebluetooth/cbperipheral/readvalue(for:)-38h9k
    open func readValue(for _: CBCharacteristic) {}
    // Apple: corebluetooth/cbperipheral/setnotifyvalue(_:for:)
    open func setNotifyValue(_: Bool, for _: CBCharacteristic) {}
    // Apple: corebluetooth/cbperipheral/writevalue(_:for:type:)
    open func writeValue(_: Data, for _: CBCharacteristic, type _: CBCharacteristicWriteType) {}
    // Apple: corebluetooth/cbperipheral/maximumwritevaluelength(for:)
    @available(iOS 9, macOS 10.12, *)
    open func maximumWriteValueLength(for _: CBCharacteristicWriteType) -> Int { 0 }
    // Apple: corebluetooth/cbperipheral/openl2capchannel(_:)
    @available(iOS 11, macOS 10.14, *)
    open func openL2CAPChannel(_: CBL2CAPPSM) {}
}
