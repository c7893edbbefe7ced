internal import CoreBluetooth
internal import Dispatch
internal import Foundation

/// A GATT server: a peripheral manager, its service and the centrals that connect.
///
/// CoreBluetooth cannot disconnect a central. Closing removes the service and the channel, upon which the central
/// disconnects.
///
/// `@unchecked Sendable`: mutable state is used on `queue` only, which is CoreBluetooth's callback queue too.
final class PeripheralManagerLink: NSObject, ProximityLink, @unchecked Sendable {
    let service: GATTService
    let events: AsyncStream<LinkEvent>
    let continuation: AsyncStream<LinkEvent>.Continuation
    let queue = DispatchQueue(label: "journey-server")
    var manager: CBPeripheralManager?
    var characteristics: [GATTCharacteristic: CBMutableCharacteristic] = [:]
    var peers: [UUID: LinkPeer] = [:]
    var centrals: [LinkPeer: CBCentral] = [:]
    var subscriptions: [LinkPeer: Set<GATTCharacteristic>] = [:]
    var channels: [LinkPeer: ChannelStreams] = [:]
    var number: CBL2CAPPSM?
    var waiters = LinkWaiters()
    var isClosed = false
    private var lastPeer: UInt64 = 0

    init(_ service: GATTService) {
        self.service = service
        (events, continuation) = AsyncStream.makeStream()
    }

    func start() {
        queue.async { [self] in
            manager = CBPeripheralManager(
                delegate: self, queue: queue, options: [CBPeripheralManagerOptionShowPowerAlertKey: false])
        }
    }

    func send(_ value: [UInt8], on characteristic: GATTCharacteristic, to peer: LinkPeer) async throws(TransportError) {
        let error = await withCheckedContinuation { (done: LinkWaiters.Done) in
            queue.async { [self] in
                if characteristic == .channel, let channel = channels[peer] { return channel.write(value, done) }
                guard !isClosed, centrals[peer] != nil, characteristics[characteristic] != nil else {
                    return done.resume(returning: isClosed ? LinkWaiters.closed : LinkWaiters.failed)
                }
                waiters.writes.append((value, characteristic, peer, done))
                pump()
            }
        }
        if let error { throw error }
    }

    func read(_ characteristic: GATTCharacteristic) async throws(TransportError) -> [UInt8] {
        throw LinkWaiters.unusable
    }

    func subscribe(_ characteristic: GATTCharacteristic) async throws(TransportError) { throw LinkWaiters.unusable }

    func stopAdvertising() { queue.async { [self] in manager?.stopAdvertising() } }

    func close() { queue.async { [self] in end(.here) } }

    /// Notifies queued values until the manager's queue is full; CoreBluetooth calls back when there is room again.
    func pump() {
        while let write = waiters.writes.first {
            guard let central = centrals[write.peer], let target = characteristics[write.characteristic] else {
                waiters.writes.removeFirst().done.resume(returning: LinkWaiters.failed)
                continue
            }
            guard manager?.updateValue(Data(write.value), for: target, onSubscribedCentrals: [central]) == true else {
                return
            }
            waiters.writes.removeFirst().done.resume(returning: nil)
        }
    }

    /// Returns the peer of a central and reports it as connected when it is new.
    func peer(_ central: CBCentral) -> LinkPeer {
        if let peer = peers[central.identifier] { return peer }
        lastPeer += 1
        let peer = LinkPeer(lastPeer)
        (peers[central.identifier], centrals[peer]) = (peer, central)
        continuation.yield(.connected(peer))
        continuation.yield(.valueLimit(central.maximumUpdateValueLength, peer))
        return peer
    }

    func forget(_ peer: LinkPeer, _ why: LinkEnd) {
        guard let central = centrals.removeValue(forKey: peer) else { return }
        peers[central.identifier] = nil
        subscriptions[peer] = nil
        channels.removeValue(forKey: peer)?.close()
        continuation.yield(.disconnected(peer, why))
        pump()
    }

    func end(_ why: LinkEnd) {
        guard !isClosed else { return }
        isClosed = true
        for channel in channels.values { channel.close() }
        if let manager, manager.state == .poweredOn {
            manager.stopAdvertising()
            if let number { manager.unpublishL2CAPChannel(number) }
            manager.removeAllServices()
        }
        manager = nil
        waiters.end(LinkWaiters.closed)
        continuation.yield(.closed(why))
        continuation.finish()
    }
}

extension PeripheralManagerLink: CBPeripheralManagerDelegate {
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        switch peripheral.state {
        case .poweredOn: peripheral.publishL2CAPChannel(withEncryption: false)
        case .unknown: break
        default: end(.radio(RadioState(peripheral.state)))
        }
    }

    /// Adds the service now that the channel's PSM, one of its values, is known. Without a channel the service is added
    /// too.
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel psm: CBL2CAPPSM, error: (any Error)?
    ) {
        guard !isClosed else { return }
        if error == nil { number = psm }
        for kind in service.characteristics + (number == nil ? [] : [.channel]) {
            guard let type = service.identifier(of: kind) else { continue }
            characteristics[kind] =
                switch kind {
                case .state:
                    CBMutableCharacteristic(
                        type: type, properties: [.notify, .writeWithoutResponse], value: nil, permissions: .writeable)
                case .clientToServer:
                    CBMutableCharacteristic(
                        type: type, properties: .writeWithoutResponse, value: nil, permissions: .writeable)
                case .serverToClient:
                    CBMutableCharacteristic(type: type, properties: .notify, value: nil, permissions: .readable)
                case .ident:
                    CBMutableCharacteristic(
                        type: type, properties: .read, value: service.ident.map { Data($0) }, permissions: .readable)
                case .channel:
                    CBMutableCharacteristic(
                        type: type, properties: .read, value: Data([UInt8(psm >> 8), UInt8(psm & 0xFF)]),
                        permissions: .readable)
                }
        }
        let added = CBMutableService(type: service.identifier, primary: true)
        added.characteristics = Array(characteristics.values)
        peripheral.add(added)
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?) {
        guard error == nil else { return end(.unusable) }
        peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [self.service.identifier]])
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
        if error != nil { end(.unusable) }
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) {
        guard let kind = service.kind(of: characteristic) else { return }
        let peer = peer(central)
        subscriptions[peer, default: []].insert(kind)
        continuation.yield(.subscribed(kind, peer))
    }

    /// An unsubscription is CoreBluetooth's only sign that a central has gone.
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        guard let kind = service.kind(of: characteristic), let peer = peers[central.identifier] else { return }
        subscriptions[peer]?.remove(kind)
        if subscriptions[peer]?.isEmpty != false { forget(peer, .peer) }
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { pump() }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        // Writes without response need no answer.
        for request in requests {
            guard let kind = service.kind(of: request.characteristic) else { continue }
            continuation.yield(.received(request.value.map { Array($0) } ?? [], kind, peer(request.central)))
        }
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        guard !isClosed, let channel, let central = channel.peer as? CBCentral else { return }
        let peer = peer(central)
        let streams = ChannelStreams(channel) { [continuation] bytes in
            continuation.yield(.received(bytes, .channel, peer))
        } ended: { [weak self] in
            guard let self else { return }
            queue.async { self.forget(peer, .peer) }
        }
        channels[peer] = streams
        continuation.yield(.channelOpened(peer))
        streams.open()
    }
}
