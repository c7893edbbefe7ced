import JourneyBase
import JourneyWire
import WalletPass

/// The steps that add one pass to the wallet.
struct PassProvisioner {
    let client: APIClient
    let wallet: any WalletPresenter
    let dependencies: Dependencies

    /// The number of status requests after the sheet was closed. The service may process the device's answer later than the sheet
    /// closes.
    private static let looks = 3
    private static let pause = Duration.seconds(1)

    func provision(
        tagId: String, idAttribute: TagIdAttribute
    ) async throws(ProvisioningError) -> ProvisioningOutcome {
        guard await wallet.isAvailable else { throw .walletNotAvailable }
        let answer: IssuerDataResponse
        do throws(ProvisioningError) {
            answer = try await client.issuerData(tagId: tagId, idAttribute: idAttribute)
        } catch {
            // A cancellation before the sheet appears is not a failure.
            if Task.isCancelled { return .cancelled }
            throw error
        }
        if Task.isCancelled { return .cancelled }
        do {
            try await wallet.present(issuerData: answer.issuerData, signature: answer.signature)
        } catch is CancellationError {
            // The sheet is closed, but the device may already have answered.
        } catch { throw .passKitError(error) }
        // An unstructured task: a cancellation may come too late, and the device's result is reported anyway.
        let session = answer.binding.sessionIdentifier
        let asking = Task { () -> Result<ProvisioningOutcome, ProvisioningError> in
            do throws(ProvisioningError) { return .success(try await outcome(of: session)) } catch {
                return .failure(error)
            }
        }
        return try await asking.value.get()
    }

    /// Asks the service whether the device has fetched the pass, because the sheet does not report whether it was added.
    private func outcome(of session: String) async throws(ProvisioningError) -> ProvisioningOutcome {
        for look in 1...PassProvisioner.looks {
            switch try await client.status(of: session) {
            case .completed: return .completed
            case .expired: return .cancelled
            case .pending:
                if look < PassProvisioner.looks { try? await dependencies.clock.sleep(for: PassProvisioner.pause) }
            }
        }
        return .cancelled
    }
}
