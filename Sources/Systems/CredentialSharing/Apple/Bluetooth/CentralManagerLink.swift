internal import CoreBluetooth
internal import Dispatch
internal import Foundation

/// A GATT client: a central manager and the peripheral that it connects to.
///
/// `@unchecked Sendable`: mutable state is used on `queue` only, which is CoreBluetooth's callback queue too.
final class CentralManagerLink: NSObject, ProximityLink, @unchecked Sendable {
    let service: GATTService
    let events: AsyncStream<LinkEvent>
    let continuation: AsyncStream<LinkEvent>.Continuation
    let queue = DispatchQueue(label: "journey-client")
    var manager: CBCentralManager?
    var peripheral: CBPeripheral?
    var characteristics: [GATTCharacteristic: CBCharacteristic] = [:]
    var channel: ChannelStreams?
    var waiters = LinkWaiters()
    var isClosed = false

    init(_ service: GATTService) {
        self.service = service
        (events, continuation) = AsyncStream.makeStream()
    }

    func start() {
        queue.async { [self] in
            manager = CBCentralManager(
                delegate: self, queue: queue, options: [CBCentralManagerOptionShowPowerAlertKey: false])
        }
    }

    func send(_ value: [UInt8], on characteristic: GATTCharacteristic, to peer: LinkPeer) async throws(TransportError) {
        let error = await withCheckedContinuation { (done: LinkWaiters.Done) in
            queue.async { [self] in
                if characteristic == .channel, let channel { return channel.write(value, done) }
                guard !isClosed, characteristics[characteristic] != nil else {
                    return done.resume(returning: isClosed ? LinkWaiters.closed : LinkWaiters.unusable)
                }
                waiters.writes.append((value, characteristic, peer, done))
                pump()
            }
        }
        if let error { throw error }
    }

    func read(_ characteristic: GATTCharacteristic) async throws(TransportError) -> [UInt8] {
        let result = await withCheckedContinuation { (done: LinkWaiters.Read) in
            queue.async { [self] in
                guard !isClosed, let peripheral, let source = characteristics[characteristic] else {
                    return done.resume(returning: .failure(isClosed ? LinkWaiters.closed : LinkWaiters.unusable))
                }
                waiters.reads.append((characteristic, done))
                peripheral.readValue(for: source)
            }
        }
        return try result.get()
    }

    func subscribe(_ characteristic: GATTCharacteristic) async throws(TransportError) {
        let error = await withCheckedContinuation { (done: LinkWaiters.Done) in
            queue.async { [self] in
                guard !isClosed, let peripheral, let source = characteristics[characteristic] else {
                    return done.resume(returning: isClosed ? LinkWaiters.closed : LinkWaiters.unusable)
                }
                waiters.subscriptions.append((characteristic, done))
                peripheral.setNotifyValue(true, for: source)
            }
        }
        if let error { throw error }
    }

    func openChannel(_ number: UInt16) async throws(TransportError) {
        let error = await withCheckedContinuation { (done: LinkWaiters.Done) in
            queue.async { [self] in
                guard !isClosed, let peripheral else { return done.resume(returning: LinkWaiters.closed) }
                waiters.channels.append(done)
                peripheral.openL2CAPChannel(number)
            }
        }
        if let error { throw error }
    }

    func stopAdvertising() {}

    func close() { queue.async { [self] in end(.here) } }

    /// Writes queued values while the peripheral accepts them; CoreBluetooth calls back when there is room again.
    func pump() {
        while let write = waiters.writes.first, let peripheral, peripheral.canSendWriteWithoutResponse {
            guard let target = characteristics[write.characteristic] else { return }
            peripheral.writeValue(Data(write.value), for: target, type: .withoutResponse)
            waiters.writes.removeFirst().done.resume(returning: nil)
        }
    }

    /// Ends the link because the server is gone.
    func lose(_ why: LinkEnd) {
        guard !isClosed else { return }
        continuation.yield(.disconnected(.server, why))
        end(why)
    }

    func end(_ why: LinkEnd) {
        guard !isClosed else { return }
        isClosed = true
        channel?.close()
        if let manager, manager.state == .poweredOn {
            manager.stopScan()
            if let peripheral { manager.cancelPeripheralConnection(peripheral) }
        }
        (manager, peripheral, channel) = (nil, nil, nil)
        waiters.end(why == .here ? LinkWaiters.closed : LinkWaiters.failed)
        continuation.yield(.closed(why))
        continuation.finish()
    }
}

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
        continuation.yield(.connected(.server))
        continuation.yield(.valueLimit(peripheral.maximumWriteValueLength(for: .withoutResponse), .server))
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
            continuation.yield(.received(value, kind, .server))
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
        // A server that has finished removes its service.
        if invalidatedServices.contains(where: { $0.uuid == service.identifier }) { lose(.peer) }
    }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        guard !isClosed, !waiters.channels.isEmpty else { return }
        let done = waiters.channels.removeFirst()
        guard let channel, error == nil else { return done.resume(returning: LinkWaiters.unusable) }
        let streams = ChannelStreams(channel) { [continuation] bytes in
            continuation.yield(.received(bytes, .channel, .server))
        } ended: { [weak self] in
            guard let self else { return }
            queue.async { self.lose(.peer) }
        }
        self.channel = streams
        streams.open()
        done.resume(returning: nil)
    }
}
