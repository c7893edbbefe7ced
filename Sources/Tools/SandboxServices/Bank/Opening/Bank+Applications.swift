import JourneyBase
import JourneyServer
import JourneyWire

extension Bank {
    /// Creates an application for `product`, once per `key`.
    func createApplication(
        of customer: String, product: Product, key: String, in language: Language
    ) async throws -> Answer {
        let fingerprint = BankCall.createApplication.fingerprint(product.rawValue)
        let (id, reference, moment) = (identifier("app"), reference("HA"), moment)
        return try await database.write { transaction in
            if let stored = try await Bank.answer(to: key, of: customer, fingerprint, in: transaction) { return stored }
            try await transaction.execute(
                """
                INSERT INTO application (id, customer, product, status, reference, created, has_agreed, wants_news)
                VALUES ($1, $2, $3, 'STARTED', $4, $5, 0, 0)
                """,
                [.text(id), .text(customer), .text(product.rawValue), .text(reference), .integer(moment)])
            let answer = Answer.reply(201, try await Bank.application(id, of: customer, in: language, transaction))
            try await Bank.store(answer, to: key, of: customer, fingerprint, in: transaction)
            return answer
        }
    }

    /// Returns the status of an application: only completed and needed parts, no personal data.
    func application(_ id: String, of customer: String, in language: Language) async throws -> Answer {
        try await database.read { transaction in
            .reply(200, try await Bank.application(id, of: customer, in: language, transaction))
        }
    }

    /// Stores the applicant's details, replacing earlier ones.
    func store(_ applicant: Applicant, in id: String, of customer: String, in language: Language) async throws
        -> Answer
    {
        try await change(id, of: customer, in: language) { transaction in
            try await transaction.execute(
                """
                UPDATE application SET given_name = $2, family_name = $3, birth_date = $4, email = $5, mobile = $6,
                    street = $7, town = $8, postcode = $9, tax_residence = $10, income = $11 WHERE id = $1
                """,
                [
                    .text(id), .text(applicant.givenName), .text(applicant.familyName), .text(applicant.birthDate),
                    .text(applicant.email), .text(applicant.mobile), .text(applicant.street), .text(applicant.town),
                    .text(applicant.postcode), .text(applicant.taxResidence), .integer(applicant.income),
                ])
        }
    }

    /// Stores a document, replacing one of the same kind.
    func store(
        _ document: IdentityDocument, in id: String, of customer: String, in language: Language
    ) async throws -> Answer {
        let documentID = identifier("doc")
        return try await change(id, of: customer, in: language) { transaction in
            try await transaction.execute(
                "DELETE FROM document WHERE application = $1 AND kind = $2", [.text(id), .text(document.kind.rawValue)])
            try await transaction.execute(
                "INSERT INTO document VALUES ($1, $2, $3, $4, $5)",
                [
                    .text(documentID), .text(id), .text(document.kind.rawValue), .text(document.mediaType),
                    .blob(document.content),
                ])
        }
    }

    /// Records the applicant's agreement to the terms and the choice about news.
    func agree(wantsNews: Bool, in id: String, of customer: String, in language: Language) async throws -> Answer {
        try await change(id, of: customer, in: language) { transaction in
            try await transaction.execute(
                "UPDATE application SET has_agreed = 1, wants_news = $2 WHERE id = $1",
                [.text(id), .integer(wantsNews ? 1 : 0)])
        }
    }

    /// Records the applicant's source of funds.
    func explain(funds: String, in id: String, of customer: String, in language: Language) async throws -> Answer {
        try await change(id, of: customer, in: language) { transaction in
            try await transaction.execute(
                "UPDATE application SET source_of_funds = $2 WHERE id = $1", [.text(id), .text(funds)])
        }
    }

    /// Changes an undecided application and returns its status.
    private func change(
        _ id: String, of customer: String, in language: Language,
        _ body: @escaping @Sendable (borrowing Transaction) async throws -> Void
    ) async throws -> Answer {
        try await database.write { transaction in
            let row = try await Bank.applicationRow(id, of: customer, transaction)
            guard Bank.isOpen(try row["status"]) else { return .failure(.applicationDecided) }
            try await body(transaction)
            return .reply(200, try await Bank.application(id, of: customer, in: language, transaction))
        }
    }

    /// `true` if an application with this status can still be changed.
    static func isOpen(_ status: String) -> Bool { ["STARTED", BankCode.moreInfo.rawValue].contains(status) }

    static func applicationRow(
        _ id: String, of customer: String, _ transaction: borrowing Transaction
    ) async throws -> Row {
        guard
            let row = try await transaction.first(
                "SELECT * FROM application WHERE id = $1 AND customer = $2", [.text(id), .text(customer)])
        else { throw Problem(404, .applicationUnknown, "There is no such application.") }
        return row
    }

    static func application(
        _ id: String, of customer: String, in language: Language, _ transaction: borrowing Transaction
    ) async throws -> JSONValue {
        let row = try await applicationRow(id, of: customer, transaction)
        let (status, reference, product): (String, String, String) = (
            try row["status"], try row["reference"], try row["product"]
        )
        return .bank([
            .applicationId: .string(id), .status: .string(status), .reference: .string(reference),
            .productCode: .string(product),
            .productName: .string(Product(rawValue: product)?.name(in: language) ?? product),
            .needed: .array(try await needed(row, in: transaction).map { .string($0.rawValue) }),
        ])
    }

    /// Returns the missing parts of an application: `details`, `document`, `consents`, `sourceOfFunds`.
    static func needed(_ row: Row, in transaction: borrowing Transaction) async throws -> [BankField] {
        let (id, name, hasAgreed): (String, String?, Int64) = (
            try row["id"], try row["family_name"], try row["has_agreed"]
        )
        let (status, funds): (String, String?) = (try row["status"], try row["source_of_funds"])
        let document = try await transaction.first("SELECT id FROM document WHERE application = $1", [.text(id)])
        var needed: [BankField] = []
        if name == nil { needed.append(.details) }
        if document == nil { needed.append(.document) }
        if hasAgreed == 0 { needed.append(.consents) }
        if status == BankCode.moreInfo.rawValue, funds == nil { needed.append(.sourceOfFunds) }
        return needed
    }
}

extension Problem {
    static let applicationDecided = Problem(422, .applicationDecided, "This application has been decided.")
}
