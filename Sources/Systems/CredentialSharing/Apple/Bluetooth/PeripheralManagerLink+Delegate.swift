internal import CoreBluetooth
internal import Foundation

extension PeripheralManagerLink: CBPeripheralManagerDelegate {
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        switch peripheral.state {
        case .poweredOn: peripheral.publishL2CAPChannel(withEncryption: false)
        case .unknown: break
        default: end(.radio(RadioState(peripheral.state)))
        }
    }

    /// The channel's number is a value of the service, which can be added now; without a channel, too.
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
        tell.yield(.subscribed(kind, peer))
    }

    /// A central that is gone is known by this alone.
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        guard let kind = service.kind(of: characteristic), let peer = peers[central.identifier] else { return }
        subscriptions[peer]?.remove(kind)
        if subscriptions[peer]?.isEmpty != false { forget(peer, .peer) }
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { pump() }

    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        // Writes without response: there is nothing to answer.
        for request in requests {
            guard let kind = service.kind(of: request.characteristic) else { continue }
            tell.yield(.received(request.value.map { Array($0) } ?? [], kind, peer(request.central)))
        }
    }

    func peripheralManager(_ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        guard !isClosed, let channel, let central = channel.peer as? CBCentral else { return }
        let peer = peer(central)
        let streams = ChannelStreams(channel) { [tell] bytes in
            tell.yield(.received(bytes, .channel, peer))
        } ended: { [weak self] in
            guard let self else { return }
            queue.async { self.forget(peer, .peer) }
        }
        channels[peer] = streams
        tell.yield(.channelOpened(peer))
        streams.open()
    }
}
