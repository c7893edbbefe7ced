internal import CoreBluetooth
internal import Dispatch
internal import Foundation

/// A client: a central manager, and the peripheral that it looks for.
///
/// `@unchecked Sendable`: what can change is touched on `queue` alone, where CoreBluetooth calls, too.
final class CentralManagerLink: NSObject, ProximityLink, @unchecked Sendable {
    let service: GATTService
    let events: AsyncStream<LinkEvent>
    let tell: AsyncStream<LinkEvent>.Continuation
    let queue = DispatchQueue(label: "journey-client")
    var manager: CBCentralManager?
    var peripheral: CBPeripheral?
    var characteristics: [GATTCharacteristic: CBCharacteristic] = [:]
    var channel: ChannelStreams?
    var waiters = LinkWaiters()
    var isClosed = false

    init(_ service: GATTService) {
        self.service = service
        (events, tell) = AsyncStream.makeStream()
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

    /// Values that wait, while the peripheral takes them; it calls when there is room again.
    func pump() {
        while let write = waiters.writes.first, let peripheral, peripheral.canSendWriteWithoutResponse {
            guard let target = characteristics[write.characteristic] else { return }
            peripheral.writeValue(Data(write.value), for: target, type: .withoutResponse)
            waiters.writes.removeFirst().done.resume(returning: nil)
        }
    }

    /// The server is gone.
    func lose(_ why: LinkEnd) {
        guard !isClosed else { return }
        tell.yield(.disconnected(.server, why))
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
        tell.yield(.closed(why))
        tell.finish()
    }
}
