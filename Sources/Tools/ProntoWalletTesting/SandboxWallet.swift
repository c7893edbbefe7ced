import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import JourneyWire
import Synchronization
public import WalletPass

/// The wallet of a sandbox device. It verifies all signatures, creates a key per account, and requests the pass from the issuer,
/// as `docs/reference/wallet-pass.md` describes for real devices.
public final class SandboxWallet: WalletPresenter {
    /// The person's action on the wallet's sheet.
    public enum Person: Hashable, Sendable {
        case adds
        /// Closes the sheet without adding the pass.
        case closes
    }

    private struct State {
        var person: Person
        var isAvailable = true
        var keys: [String: P256PrivateKey] = [:]
        var passes: [String: [UInt8]] = [:]
        var faults: [String] = []
        var sheets = 0
    }

    private let verifier: PassVerifier
    private let transport: ServiceTransport
    private let dependencies: Dependencies
    private let state: Mutex<State>

    init(_ verifier: PassVerifier, over transport: ServiceTransport, _ person: Person, _ dependencies: Dependencies) {
        self.verifier = verifier
        self.transport = transport
        self.dependencies = dependencies
        state = Mutex(State(person: person))
    }

    /// Sets the person's action on further sheets.
    public func person(_ person: Person) { state.withLock { $0.person = person } }
    /// Makes the wallet unavailable, as on a device without one.
    public func takeAway(_ isGone: Bool = true) { state.withLock { $0.isAvailable = !isGone } }
    /// `true` unless `takeAway` made the wallet unavailable.
    public var isAvailable: Bool { state.withLock(\.isAvailable) }
    /// The passes in the wallet, as received, by serial number.
    public var passes: [String: [UInt8]] { state.withLock(\.passes) }
    /// The errors shown on the sheet because the issuer returned no valid pass.
    public var faults: [String] { state.withLock(\.faults) }
    /// The number of sheets presented so far.
    public var sheets: Int { state.withLock(\.sheets) }

    public func present(issuerData: [UInt8], signature: [UInt8]) async throws {
        let now = dependencies.now()
        let binding = try IssuerBindingData(reading: issuerData)
        guard try verifier.signer(of: issuerData, signature, at: now).names == binding.names else {
            throw PassVerifier.Failure.signer
        }
        let person = state.withLock { state in
            state.sheets += 1
            return state.person
        }
        guard person == .adds else { return }
        do { try await add(binding) } catch { state.withLock { $0.faults.append("\(error)") } }
    }

    private func add(_ binding: IssuerBindingData) async throws {
        let account = "\(binding.relyingPartyIdentifier) \(binding.accountHash)"
        let fresh = try P256PrivateKey.generate()
        let key = state.withLock { state in
            let key = state.keys[account] ?? fresh
            state.keys[account] = key
            return key
        }
        let (signed, keyHash) = try SandboxBinding.sign(binding.bytes, with: key)
        guard
            let url = HTTPSURL(
                origin: binding.callback.origin, path: binding.callback.path,
                query: "\(PassContract.sessionIdentifier)=\(binding.sessionIdentifier)")
        else { throw PassVerifier.Failure.missing("callbackURL") }
        let answer = try await transport.send(
            PassContract.callback.request(url, SignedBinding(issuerBindingData: signed, keyHash: keyHash)),
            options: HTTPOptions())
        guard answer.status == 200 else {
            throw PassVerifier.Failure.missing("pass (the callback returned \(answer.status))")
        }
        let pass = try verifier.verify(answer.body, at: dependencies.now())
        guard pass.names == binding.names else { throw PassVerifier.Failure.signer }
        state.withLock { $0.passes[pass.serialNumber] = answer.body }
    }
}
