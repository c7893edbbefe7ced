import JourneyHarness
import JourneyTesting
import MobileDocument
import TestSupport
import Testing

@testable import CredentialSharing

/// A virtual medium with the devices of a holder and a reader, each in its own process.
final class BumbleMedium: Sendable {
    /// The comment of tests that are skipped.
    static let missing = Comment(rawValue: RadioServices.missing)
    static let isPresent = Python.interpreter.map(RadioServices.hasBumble) ?? false

    let services: RadioServices
    let air: String
    let holder: (socket: String, process: ChildProcess)
    let reader: (socket: String, process: ChildProcess)

    /// Starts the devices, each with or without L2CAP.
    init(
        mtu: Int = 515, supervision: Duration = .seconds(4), holderChannels: Bool = true, readerChannels: Bool = true
    ) async throws {
        services = try RadioServices(python: Python.interpreter)
        air = try await services.startAir()
        holder = try await services.startRadio("holder", supervision: supervision, channels: holderChannels)
        reader = try await services.startRadio(
            "reader", mtu: mtu, supervision: supervision, channels: readerChannels)
    }

    var devices: [ChildProcess] { [holder.process, reader.process] }
    var holderTransport: BluetoothTransport { BluetoothTransport(RadioProcess(socket: holder.socket)) }
    var readerTransport: BluetoothTransport { BluetoothTransport(RadioProcess(socket: reader.socket)) }
}
