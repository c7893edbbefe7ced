public import MobileDocument

/// Whom to meet over Bluetooth, and how: what an engagement says, seen from one of its two sides.
public struct ConnectionPlan: Hashable, Sendable {
    /// Who is who in a transaction.
    public enum Role: String, Hashable, Sendable {
        /// Shows the engagement, gets the request, sends the response.
        case holder
        /// Scanned the engagement, sends the request, gets the response.
        case reader
    }

    /// One way to meet; of several the first that comes about is taken.
    package struct Option: Hashable, Sendable {
        /// The own side is the GATT server.
        let isServer: Bool
        let service: GATTService
        /// What the server has to answer as Ident; `nil` where it is not asked.
        var expectedIdent: [UInt8]?
        /// The server's L2CAP channel, where the engagement says it; else the server is asked.
        var channel: UInt16?

        package init(isServer: Bool, service: GATTService, expectedIdent: [UInt8]? = nil, channel: UInt16? = nil) {
            self.isServer = isServer
            self.service = service
            self.expectedIdent = expectedIdent
            self.channel = channel
        }
    }

    public let role: Role
    let ways: [Option]

    /// Our own engagement: be found. Both modes at once where it offers both (ISO/IEC 18013-5, section 8.3.3.1.1.1).
    ///
    /// Throws `TransportError` when it names no way over Bluetooth.
    public init(holder engagement: Engagement) throws(TransportError) {
        var ways: [Option] = []
        if let service = ConnectionPlan.service(.peripheralServer, of: engagement) {
            ways.append(Option(isServer: true, service: service))
        }
        if let service = ConnectionPlan.service(.centralClient, of: engagement) {
            ways.append(Option(isServer: false, service: service, expectedIdent: engagement.bluetoothIdent))
        }
        try self.init(.holder, ways)
    }

    /// An engagement that was scanned: go and find its holder.
    ///
    /// Where it offers both modes, the holder is the server: a client connects to what it chose, and a server would have to
    /// wait for whoever comes. Throws `TransportError` when it names no way over Bluetooth.
    public init(reader engagement: Engagement) throws(TransportError) {
        if let service = ConnectionPlan.service(.peripheralServer, of: engagement) {
            let options = engagement.bluetoothOptions.first { $0.isPeripheral && $0.peripheralUUID == service.uuid }
            let channel = options?.channel.flatMap(UInt16.init(exactly:))
            try self.init(.reader, [Option(isServer: false, service: service, channel: channel)])
        } else if let service = ConnectionPlan.service(.centralClient, of: engagement, answeringIdent: true) {
            try self.init(.reader, [Option(isServer: true, service: service)])
        } else {
            try self.init(.reader, [])
        }
    }

    private init(_ role: Role, _ ways: [Option]) throws(TransportError) {
        guard !ways.isEmpty else { throw TransportError(.unusable, "The engagement names no way over Bluetooth.") }
        self.role = role
        self.ways = ways
    }

    /// The service of the first Bluetooth method that offers `mode` with its UUID: both modes may stand in one method, or in
    /// one each.
    private static func service(
        _ mode: BluetoothMode, of engagement: Engagement, answeringIdent: Bool = false
    ) -> GATTService? {
        let ident = answeringIdent ? engagement.bluetoothIdent : nil
        for options in engagement.bluetoothOptions {
            let (isOffered, uuid) =
                mode == .peripheralServer
                ? (options.isPeripheral, options.peripheralUUID) : (options.isCentral, options.centralUUID)
            if isOffered, let uuid, let service = GATTService(mode, uuid: uuid, ident: ident) { return service }
        }
        return nil
    }
}

extension Engagement {
    fileprivate var bluetoothOptions: [BluetoothOptions] {
        methods.compactMap { if case .bluetooth(let options) = $0 { options } else { nil } }
    }
}
