public import Foundation

// Apple: corebluetooth/cbuuid
@available(iOS 5, macOS 10.7, *)
open class CBUUID: NSObject {
    // Apple: corebluetooth/cbuuid/init(data:)
    public init(data _: Data) {}
}

// Apple: corebluetooth/cbattribute
@available(iOS 8, macOS 10.13, *)
open class CBAttribute: NSObject {
    // Apple: corebluetooth/cbattribute/uuid
    open var uuid: CBUUID { CBUUID(data: Data()) }
}

// Apple: corebluetooth/cbservice
@available(iOS 5, macOS 10.7, *)
open class CBService: CBAttribute {
    // Apple: corebluetooth/cbservice/characteristics
    open var characteristics: [CBCharacteristic]? { nil }
}

// Apple: corebluetooth/cbmutableservice
@available(iOS 6, macOS 10.9, *)
open class CBMutableService: CBService {
    // Apple: corebluetooth/cbmutableservice/init(type:primary:)
    public init(type _: CBUUID, primary _: Bool) {}
    // Apple: corebluetooth/cbmutableservice/characteristics
    open override var characteristics: [CBCharacteristic]? {
        get { nil }
        set { _ = newValue }
    }
}

// Apple: corebluetooth/cbcharacteristicproperties
@available(iOS 5, macOS 10.7, *)
public struct CBCharacteristicProperties: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // Apple: corebluetooth/cbcharacteristicproperties/read
    public static let read = CBCharacteristicProperties(rawValue: 0x02)
    // Apple: corebluetooth/cbcharacteristicproperties/writewithoutresponse
    public static let writeWithoutResponse = CBCharacteristicProperties(rawValue: 0x04)
    // Apple: corebluetooth/cbcharacteristicproperties/notify
    public static let notify = CBCharacteristicProperties(rawValue: 0x10)
}

// Apple: corebluetooth/cbattributepermissions
@available(iOS 6, macOS 10.9, *)
public struct CBAttributePermissions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    // Apple: corebluetooth/cbattributepermissions/readable
    public static let readable = CBAttributePermissions(rawValue: 0x01)
    // Apple: corebluetooth/cbattributepermissions/writeable
    public static let writeable = CBAttributePermissions(rawValue: 0x02)
}

// Apple: corebluetooth/cbcharacteristic
@available(iOS 5, macOS 10.7, *)
open class CBCharacteristic: CBAttribute {
    // Apple: corebluetooth/cbcharacteristic/value
    open var value: Data? { nil }
}

// Apple: corebluetooth/cbmutablecharacteristic
@available(iOS 6, macOS 10.9, *)
open class CBMutableCharacteristic: CBCharacteristic {
    // Apple: corebluetooth/cbmutablecharacteristic/init(type:properties:value:permissions:)
    public init(
        type _: CBUUID, properties _: CBCharacteristicProperties, value _: Data?, permissions _: CBAttributePermissions
    ) {}
}

// Apple: corebluetooth/cbattrequest
@available(iOS 6, macOS 10.9, *)
open class CBATTRequest: NSObject {
    // Apple: corebluetooth/cbattrequest/central
    open var central: CBCentral { CBCentral() }
    // Apple: corebluetooth/cbattrequest/characteristic
    open var characteristic: CBCharacteristic { CBCharacteristic() }
    // Apple: corebluetooth/cbattrequest/value
    open var value: Data? { nil }
}

// Apple: corebluetooth/cbl2cappsm
@available(iOS 11, macOS 10.13, *)
public typealias CBL2CAPPSM = UInt16

// Apple: corebluetooth/cbl2capchannel
@available(iOS 11, macOS 10.13, *)
open class CBL2CAPChannel: NSObject {
    // Apple: corebluetooth/cbl2capchannel/peer
    open var peer: CBPeer? { nil }
    // Apple: corebluetooth/cbl2capchannel/inputstream
    open var inputStream: InputStream? { nil }
    // Apple: corebluetooth/cbl2capchannel/outputstream
    open var outputStream: OutputStream? { nil }
}
