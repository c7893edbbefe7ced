import JourneyBase
import JourneyServer

/// Opening an account, as `account-opening/openapi.json` describes it.
extension BankAPI {
    var openingEntries: [Entry] {
        let one = "/api/applications/{applicationId}"
        return [
            entry(.get, "/api/products", "getProducts") { _, request, _ in
                .success((200, Product.list(in: BankLanguage(request))))
            },
            entry(.post, "/api/applications", "createApplication", createApplication),
            entry(.get, one, "getApplication") { customer, request, parameters in
                try await bank.application(parameters["applicationId"], of: customer, in: BankLanguage(request))
            },
            entry(.put, one + "/details", "putDetails") { customer, request, parameters in
                let language = BankLanguage(request)
                let applicant = try Applicant(request, at: bank.surroundings.now(), in: language)
                return try await bank.keep(applicant, in: parameters["applicationId"], of: customer, in: language)
            },
            entry(
                .put, one + "/document", "putDocument", limit: IdentityDocument.limit * 3 / 2
            ) { customer, request, parameters in
                let language = BankLanguage(request)
                let document = try IdentityDocument(request, in: language)
                return try await bank.keep(document, in: parameters["applicationId"], of: customer, in: language)
            },
            entry(.put, one + "/consents", "putConsents", putConsents),
            entry(.put, one + "/source-of-funds", "putSourceOfFunds") { customer, request, parameters in
                let language = BankLanguage(request)
                var input = try StrictInput(request, known: ["sourceOfFunds"])
                let funds = input.text(
                    "sourceOfFunds", ApplicantFault.funds.sentence(in: language), ApplicantText.funds)
                try input.finish()
                return try await bank.explain(
                    funds: funds, in: parameters["applicationId"], of: customer, in: language)
            },
            entry(.post, one + "/submission", "submitApplication") { customer, request, parameters in
                try await bank.decide(
                    on: parameters["applicationId"], of: customer, key: try idempotencyKey(of: request),
                    in: BankLanguage(request))
            },
        ]
    }

    private func createApplication(
        customer: String, request: HTTPRequest, parameters: PathParameters
    ) async throws -> Bank.Answer {
        let key = try idempotencyKey(of: request)
        var input = try StrictInput(request, known: ["productCode"])
        let code = input.text("productCode", "Choose an account.") { Product(rawValue: $0)?.rawValue }
        try input.finish()
        guard let product = Product(rawValue: code) else { return .failure(.unavailable) }
        return try await bank.createApplication(
            of: customer, product: product, key: key, in: BankLanguage(request))
    }

    private func putConsents(
        customer: String, request: HTTPRequest, parameters: PathParameters
    ) async throws -> Bank.Answer {
        let language = BankLanguage(request)
        var input = try StrictInput(request, known: ["terms", "privacy", "news"])
        for name in ["terms", "privacy"] {
            input.truth(name, ApplicantFault.consent.sentence(in: language)) { $0 }
        }
        let wantsNews = input.truth("news", ApplicantFault.consent.sentence(in: language)) { _ in true }
        try input.finish()
        return try await bank.agree(
            wantsNews: wantsNews, in: parameters["applicationId"], of: customer, in: language)
    }
}
