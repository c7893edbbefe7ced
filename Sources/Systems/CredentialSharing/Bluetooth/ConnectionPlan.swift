public import MobileDocument

/// A plan for a Bluetooth connection: the options of an engagement, seen from one of its two sides.
public struct ConnectionPlan: Hashable, Sendable {
    /// The role of this side in a transaction.
    public enum Role: String, Hashable, Sendable {
        /// Shows the engagement, receives the request and sends the response.
        case holder
        /// Scans the engagement, sends the request and receives the response.
        case reader
    }

    /// One way to connect. Of several options, the first that is ready is used.
    package struct Option: Hashable, Sendable {
        /// `true` if this side is the GATT server.
        let isServer: Bool
        let service: GATTService
        /// The Ident value that the server has to return; `nil` if it is not read.
        var expectedIdent: [UInt8]?
        /// The PSM of the server's L2CAP channel if the engagement names it; otherwise the server is asked.
        var channel: UInt16?

        package init(isServer: Bool, service: GATTService, expectedIdent: [UInt8]? = nil, channel: UInt16? = nil) {
            self.isServer = isServer
            self.service = service
            self.expectedIdent = expectedIdent
            self.channel = channel
        }
    }

    /// The role of this side.
    public let role: Role
    let options: [Option]

    /// Creates the holder's plan for its own engagement: wait to be found, in both modes at once if the engagement
    /// offers both (ISO/IEC 18013-5, section 8.3.3.1.1.1).
    ///
    /// - Parameter engagement: The engagement that this device shows.
    /// - Throws: `TransportError` with `BLE_UNUSABLE` when the engagement offers no Bluetooth mode.
    public init(holder engagement: Engagement) throws(TransportError) {
        var options: [Option] = []
        if let service = ConnectionPlan.service(.peripheralServer, of: engagement) {
            options.append(Option(isServer: true, service: service))
        }
        if let service = ConnectionPlan.service(.centralClient, of: engagement) {
            options.append(Option(isServer: false, service: service, expectedIdent: engagement.bluetoothIdent))
        }
        try self.init(.holder, options)
    }

    /// Creates the reader's plan for a scanned engagement: find its holder.
    ///
    /// If the engagement offers both modes, the holder is the server: a client connects to the server it chose, while a
    /// server has to wait for any client.
    ///
    /// - Parameter engagement: The scanned engagement.
    /// - Throws: `TransportError` with `BLE_UNUSABLE` when the engagement offers no Bluetooth mode.
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

    private init(_ role: Role, _ options: [Option]) throws(TransportError) {
        guard !options.isEmpty else {
            throw TransportError(.unusable, "The engagement offers no usable Bluetooth mode.")
        }
        self.role = role
        self.options = options
    }

    /// Returns the service of the first Bluetooth method that offers `mode` with its UUID. Both modes may stand in one
    /// method or in one each.
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
