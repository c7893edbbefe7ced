public import Foundation

// Apple: corebluetooth/cbperipheralmanagerdelegate
@available(iOS 6, macOS 10.9, *)
public protocol CBPeripheralManagerDelegate: NSObjectProtocol {
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
    func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?)
    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?)
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic)
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didUnsubscribeFrom characteristic: CBCharacteristic)
    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager)
    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest])
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?)
    func peripheralManager(_ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?)
}

// Apple: corebluetooth/cbperipheralmanagerdelegate (optional requirements)
@available(iOS 6, macOS 10.9, *)
extension CBPeripheralManagerDelegate {
    public func peripheralManager(_: CBPeripheralManager, didAdd _: CBService, error _: (any Error)?) {}
    public func peripheralManagerDidStartAdvertising(_: CBPeripheralManager, error _: (any Error)?) {}
    public func peripheralManager(
        _: CBPeripheralManager, central _: CBCentral, didSubscribeTo _: CBCharacteristic
    ) {}
    public func peripheralManager(
        _: CBPeripheralManager, central _: CBCentral, didUnsubscribeFrom _: CBCharacteristic
    ) {}
    public func peripheralManagerIsReady(toUpdateSubscribers _: CBPeripheralManager) {}
    public func peripheralManager(_: CBPeripheralManager, didReceiveWrite _: [CBATTRequest]) {}
    public func peripheralManager(
        _: CBPeripheralManager, didPublishL2CAPChannel _: CBL2CAPPSM, error _: (any Error)?
    ) {}
    public func peripheralManager(_: CBPeripheralManager, didOpen _: CBL2CAPChannel?, error _: (any Error)?) {}
}

// Apple: corebluetooth/cbcentralmanagerdelegate
@available(iOS 5, macOS 10.7, *)
public protocol CBCentralManagerDelegate: NSObjectProtocol {
    func centralManagerDidUpdateState(_ central: CBCentralManager)
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber)
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?)
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?)
}

// Apple: corebluetooth/cbcentralmanagerdelegate (optional requirements)
@available(iOS 5, macOS 10.7, *)
extension CBCentralManagerDelegate {
    public func centralManager(
        _: CBCentralManager, didDiscover _: CBPeripheral, advertisementData _: [String: Any], rssi _: NSNumber
    ) {}
    public func centralManager(_: CBCentralManager, didConnect _: CBPeripheral) {}
    public func centralManager(_: CBCentralManager, didFailToConnect _: CBPeripheral, error _: (any Error)?) {}
    public func centralManager(
        _: CBCentralManager, didDisconnectPeripheral _: CBPeripheral, error _: (any Error)?
    ) {}
}

// Apple: corebluetooth/cbperipheraldelegate
@available(iOS 5, macOS 10.7, *)
public protocol CBPeripheralDelegate: NSObjectProtocol {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?)
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?)
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?)
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?)
    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService])
    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral)
    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?)
}

// Apple: corebluetooth/cbperipheraldelegate (optional requirements)
@available(iOS 5, macOS 10.7, *)
extension CBPeripheralDelegate {
    public func peripheral(_: CBPeripheral, didDiscoverServices _: (any Error)?) {}
    public func peripheral(_: CBPeripheral, didDiscoverCharacteristicsFor _: CBService, error _: (any Error)?) {}
    public func peripheral(_: CBPeripheral, didUpdateValueFor _: CBCharacteristic, error _: (any Error)?) {}
    public func peripheral(
        _: CBPeripheral, didUpdateNotificationStateFor _: CBCharacteristic, error _: (any Error)?
    ) {}
    public func peripheral(_: CBPeripheral, didModifyServices _: [CBService]) {}
    public func peripheralIsReady(toSendWriteWithoutResponse _: CBPeripheral) {}
    public func peripheral(_: CBPeripheral, didOpen _: CBL2CAPChannel?, error _: (any Error)?) {}
}
