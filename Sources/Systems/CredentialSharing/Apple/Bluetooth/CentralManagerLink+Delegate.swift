internal import CoreBluetooth
internal import Foundation

extension CentralManagerLink: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        switch central.state {
        case .poweredOn: central.scanForPeripherals(withServices: [service.identifier], options: nil)
        case .unknown: break
        default: end(.radio(RadioState(central.state)))
        }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi: NSNumber
    ) {
        guard !isClosed, self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral, options: nil)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([service.identifier])
    }

    func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?) {
        end(.unusable)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        lose((error as? CBError)?.code == .connectionTimeout ? .lost : .peer)
    }
}

extension CentralManagerLink: CBPeripheralDelegate {
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        guard let found = peripheral.services?.first(where: { $0.uuid == service.identifier }) else {
            return end(.unusable)
        }
        peripheral.discoverCharacteristics(nil, for: found)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) {
        for characteristic in service.characteristics ?? [] {
            if let kind = self.service.kind(of: characteristic) { characteristics[kind] = characteristic }
        }
        guard self.service.characteristics.allSatisfy({ characteristics[$0] != nil }) else { return end(.unusable) }
        tell.yield(.connected(.server))
        tell.yield(.valueLimit(peripheral.maximumWriteValueLength(for: .withoutResponse), .server))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard let kind = service.kind(of: characteristic) else { return }
        let value = characteristic.value.map { Array($0) } ?? []
        if let index = waiters.reads.firstIndex(where: { $0.characteristic == kind }) {
            let read = waiters.reads.remove(at: index)
            read.done.resume(returning: error == nil ? .success(value) : .failure(LinkWaiters.unusable))
        } else if error == nil {
            tell.yield(.received(value, kind, .server))
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        guard let kind = service.kind(of: characteristic),
            let index = waiters.subscriptions.firstIndex(where: { $0.characteristic == kind })
        else { return }
        waiters.subscriptions.remove(at: index).done.resume(returning: error == nil ? nil : LinkWaiters.unusable)
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { pump() }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        // Who is done takes its service away.
        if invalidatedServices.contains(where: { $0.uuid == service.identifier }) { lose(.peer) }
    }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        guard !isClosed, !waiters.channels.isEmpty else { return }
        let done = waiters.channels.removeFirst()
        guard let channel, error == nil else { return done.resume(returning: LinkWaiters.unusable) }
        let streams = ChannelStreams(channel) { [tell] bytes in
            tell.yield(.received(bytes, .channel, .server))
        } ended: { [weak self] in
            guard let self else { return }
            queue.async { self.lose(.peer) }
        }
        self.channel = streams
        streams.open()
        done.resume(returning: nil)
    }
}
