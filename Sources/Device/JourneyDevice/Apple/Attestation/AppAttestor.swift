internal import DeviceCheck
internal import Foundation
public import JourneyBase

/// An attestor that uses App Attest: keys in the Secure Enclave, attested by Apple for this app on this device.
///
/// Simulators and most app extensions don't support it. A production build needs the entitlement
/// `com.apple.developer.devicecheck.appattest-environment`.
public struct AppAttestor: Attestor {
    public let format = "apple-appattest"

    public init() {}

    /// `true` when this device and app can be attested.
    public static var isSupported: Bool { DCAppAttestService.shared.isSupported }

    public func generateKey() async throws(AttestorError) -> [UInt8] {
        guard AppAttestor.isSupported else { throw .unsupported }
        let name: String
        do { name = try await DCAppAttestService.shared.generateKey() } catch { throw AppAttestor.fault(error) }
        guard let key = Data(base64Encoded: name), key.count == 32 else { throw .unavailable }
        return Array(key)
    }

    public func attest(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8] {
        do {
            return Array(
                try await DCAppAttestService.shared.attestKey(
                    Data(key).base64EncodedString(), clientDataHash: Data(clientDataHash)))
        } catch { throw AppAttestor.fault(error) }
    }

    public func assert(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8] {
        do {
            return Array(
                try await DCAppAttestService.shared.generateAssertion(
                    Data(key).base64EncodedString(), clientDataHash: Data(clientDataHash)))
        } catch { throw AppAttestor.fault(error) }
    }

    private static func fault(_ error: any Error) -> AttestorError {
        guard let error = error as? DCError else { return .unavailable }
        return AppAttestCode.fault(error.errorCode)
    }
}
