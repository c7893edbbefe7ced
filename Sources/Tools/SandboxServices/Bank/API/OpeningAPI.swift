import JourneyBase
import JourneyServer
import JourneyWire

/// The operations for opening an account, as described by `account-opening/openapi.json`.
extension BankAPI {
    var openingEntries: [Entry] {
        [
            Entry(.getProducts) { .reply(200, Product.list(in: $0.language)) },
            Entry(.createApplication, createApplication),
            Entry(.getApplication) {
                try await bank.application($0[.applicationId], of: $0.customer, in: $0.language)
            },
            Entry(.putDetails) { request in
                let applicant = try Applicant(request, at: bank.dependencies.now())
                return try await bank.store(
                    applicant, in: request[.applicationId], of: request.customer, in: request.language)
            },
            Entry(.putDocument, limit: IdentityDocument.limit * 3 / 2) { request in
                let document = try IdentityDocument(request)
                return try await bank.store(
                    document, in: request[.applicationId], of: request.customer, in: request.language)
            },
            Entry(.putConsents, putConsents),
            Entry(.putSourceOfFunds) { request in
                var input = try StrictInput(request.http)
                let sentence = ApplicantFault.funds.sentence(in: request.language)
                let funds = input.text(.sourceOfFunds, sentence, ApplicantText.funds)
                try input.finish()
                return try await bank.explain(
                    funds: funds, in: request[.applicationId], of: request.customer, in: request.language)
            },
            Entry(.submitApplication) {
                try await bank.decide(
                    on: $0[.applicationId], of: $0.customer, key: try $0.idempotencyKey(), in: $0.language)
            },
        ]
    }

    private func createApplication(_ request: BankRequest) async throws -> Bank.Answer {
        let key = try request.idempotencyKey()
        var input = try StrictInput(request.http)
        let code = input.text(.productCode, "Choose an account.") { Product(rawValue: $0)?.rawValue }
        try input.finish()
        guard let product = Product(rawValue: code) else { return .failure(.unavailable) }
        return try await bank.createApplication(
            of: request.customer, product: product, key: key, in: request.language)
    }

    private func putConsents(_ request: BankRequest) async throws -> Bank.Answer {
        var input = try StrictInput(request.http)
        let sentence = ApplicantFault.consent.sentence(in: request.language)
        for field in [BankField.terms, .privacy] { input.truth(field, sentence) { $0 } }
        let wantsNews = input.truth(.news, sentence) { _ in true }
        try input.finish()
        return try await bank.agree(
            wantsNews: wantsNews, in: request[.applicationId], of: request.customer, in: request.language)
    }
}
