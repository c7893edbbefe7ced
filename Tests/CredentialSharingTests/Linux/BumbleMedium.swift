import JourneyHarness
import JourneyTesting
import MobileDocument
import TestSupport
import Testing

@testable import CredentialSharing

/// A virtual air with two devices, each in its process: a holder's and a reader's.
final class BumbleMedium: Sendable {
    /// What a test that skips says.
    static let missing = Comment(rawValue: RadioServices.missing)
    static let isPresent = Python.interpreter.map(RadioServices.hasBumble) ?? false

    let services: RadioServices
    let air: String
    let holder: (socket: String, process: ChildProcess)
    let reader: (socket: String, process: ChildProcess)

    /// With L2CAP on either side, or only values.
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
