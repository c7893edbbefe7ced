import JourneyBase
import JourneyWire
import WalletPass

/// The way of one pass into the wallet, in a straight line.
struct PassProvisioner {
    let client: APIClient
    let wallet: any WalletPresenter
    let dependencies: Dependencies

    /// How often the service is asked what became of a sheet that was closed, and how long between: a device that has just
    /// sent its answer may be ahead of it.
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
            // Who gave it up before anything was shown hears of no failure.
            if Task.isCancelled { return .cancelled }
            throw error
        }
        if Task.isCancelled { return .cancelled }
        do {
            try await wallet.present(issuerData: answer.issuerData, signature: answer.signature)
        } catch is CancellationError {
            // The sheet is gone; the device may have been quicker.
        } catch { throw .passKitError(error) }
        // Not a child: who gives up the sheet may be too late, and is told of what the device has done all the same.
        let session = answer.binding.sessionIdentifier
        let asking = Task { () -> Result<ProvisioningOutcome, ProvisioningError> in
            do throws(ProvisioningError) { return .success(try await outcome(of: session)) } catch {
                return .failure(error)
            }
        }
        return try await asking.value.get()
    }

    /// The sheet tells nobody whether the pass was added, so the service is asked whether the device has fetched it.
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
