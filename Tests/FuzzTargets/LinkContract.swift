import CredentialSharing

/// The state of a link's guarantees.
struct LinkContract {
    private let limits: TransportLimits
    private(set) var isUnderWay = false
    private var isReady = false
    private(set) var isOver = false
    private(set) var pending: [Int: [UInt8]] = [:]
    /// The sent part of the current message, and its length if a channel announced it.
    private var sent: [UInt8] = []
    private var length: Int?
    private var received = 0

    init(_ limits: TransportLimits) { self.limits = limits }

    mutating func tell(_ event: LinkMachine.Event) {
        switch event {
        case .send(let message, let number): pending[number] = message
        case .done, .failed: isUnderWay = false
        case .happened(.received(let value, _, _)): received += value.count
        default: break
        }
    }

    mutating func see(_ effect: LinkMachine.Effect) {
        if case .refused(let number, _) = effect {
            return promise(pending.removeValue(forKey: number) != nil, "a message is refused once")
        }
        promise(!isOver, "nothing comes after the end")
        switch effect {
        case .perform(let operation):
            promise(!isUnderWay, "one operation is under way at a time")
            isUnderWay = true
            if case .send(let value, let kind, _) = operation { send(value, kind) }
        case .ready:
            promise(!isReady, "a link is ready once")
            isReady = true
        case .received(let message):
            received -= message.count
            promise(isReady && !message.isEmpty && message.count <= limits.response, "messages are bounded")
            promise(received >= 0, "nothing comes out that did not go in")
        case .taken(let number):
            promise(isReady && pending.removeValue(forKey: number) == sent, "messages go out as they were given")
            (sent, length) = ([], nil)
        case .ended: isOver = true
        case .wait, .stopAdvertising, .refused: break
        }
    }

    private mutating func send(_ value: [UInt8], _ kind: GATTCharacteristic) {
        switch kind {
        case .state: promise(value == [1] || value == [2], "State is the start or the end")
        case .channel:
            promise((1...2_052).contains(value.count), "pieces are bounded")
            // Each message follows its length.
            if length == nil {
                promise(value.count > 4, "a message has a length and bytes")
                length = value.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                sent = Array(value.dropFirst(4))
            } else {
                sent += value
            }
            promise(sent.count <= length ?? 0, "a message has the length that was said")
        case .clientToServer, .serverToClient:
            promise((2...512).contains(value.count) && value[0] <= 1, "values are bounded, and chunks")
            sent += value.dropFirst()
        case .ident: promise(false, "nobody writes Ident")
        }
    }
}
