internal import JourneyBase

/// Reads an authorize step; manifest 1.3.
extension StepReader {
    func authorization() throws(Refusal) -> Authorization {
        for name in ["timeoutMs", "on"] { _ = try step.required(name) }
        let hosts = try hosts()
        let address = try address(step.required("url"), on: hosts)
        let parameters = try step.member("parameters").map { (member) throws(Refusal) in
            try member.require(
                Authorization.Parameters(rawValue: member.text()), "must be query or fragment", .invalidValue)
        }
        let authorization = Authorization(
            address: address, hosts: hosts, returnAddress: try returnAddress(beside: hosts),
            parameters: parameters ?? .query, isAppToApp: try step.member("appToApp")?.flag() ?? false,
            expectations: try expectations())
        try checkReturnedMembers(beside: authorization.expectations)
        return authorization
    }

    private func hosts() throws(Refusal) -> SourcePolicy {
        let reading = try step.required("hosts")
        try reading.atMost(8, "hosts")
        return try ManifestHead.origins(reading)
    }

    /// Reads the address at which the visit ends. It is neither a page of the journey nor one of the visited hosts, because their
    /// pages could open it without an end of the visit.
    private func returnAddress(beside hosts: SourcePolicy) throws(Refusal) -> Authorization.Return {
        let reading = try step.required("return")
        try reading.onlyMembers(ManifestGrammar.returnAddress)
        guard try reading.members().count == 1 else {
            throw reading.refusal("must have one of https and app", .invalidReturn)
        }
        guard let https = reading.member("https") else {
            let member = try reading.required("app")
            let path = try member.text()
            guard path.hasPrefix("/"), path.utf8.count <= 64,
                path.utf8.dropFirst().allSatisfy({ $0.isLowerCaseLetter || $0.isDigit || "-/".utf8.contains($0) })
            else {
                throw member.refusal(
                    "is not a path such as /authorized, of up to 64 lower-case letters, digits, - and /",
                    .invalidReturn)
            }
            return .app(path: path)
        }
        let url = try https.address()
        guard url.query == nil, url.origin.port == 443 else {
            throw https.refusal("must have neither a query nor a port", .invalidReturn)
        }
        guard !hosts.admits(url.origin, isMainFrame: true),
            !journey.head.origins.admits(url.origin, isMainFrame: true)
        else {
            throw https.refusal(
                "is on one of the step's hosts or of security.allowedOrigins, whose pages could open it",
                .invalidReturn)
        }
        return .https(url)
    }

    /// Reads the values that the return must carry.
    private func expectations() throws(Refusal) -> [String: Expression] {
        let list = try step.required("expect")
        try list.atMost(8, "members")
        let environment = PathScope(
            declared: journey.declared, result: nil, event: StateMachine.EngineEvent.enter.rawValue
        ).callEnvironment
        var expectations: [String: Expression] = [:]
        for (name, member) in try list.members() {
            try StepReader.checkReturned(name, member)
            let expression = try member.expression(in: environment, .unboundReturn)
            guard expression.type.overlaps(.string) else {
                throw member.refusal("must be a string, not \(expression.type.name)", .unboundReturn)
            }
            guard expression.reads.isDisjoint(with: ["payload", "event", "result"]) else {
                throw member.refusal(
                    "reads a payload or a result, but an authorize step is entered without one", .unboundReturn)
            }
            expectations[name] = expression
        }
        guard expectations.values.contains(where: { !$0.paths.isEmpty }) else {
            throw list.refusal(
                "must have a value of this run, such as a state, so that a foreign return is refused", .unboundReturn)
        }
        return expectations
    }

    /// Checks the members of the return that are stored: strings. A code is stored only with what binds it to this run and to its
    /// issuer (RFC 9207).
    private func checkReturnedMembers(beside expected: [String: Expression]) throws(Refusal) {
        guard let list = step.member("out") else { return }
        try list.atMost(8, "members")
        let types = try StepReader.types(list)
        for (name, member) in try list.members() {
            try StepReader.checkReturned(name, member)
            guard types[name] == .string else { throw member.refusal("must be string", .wrongType) }
            guard expected[name] == nil else {
                throw member.refusal("is also in expect, so its value is known", .doubleArguments)
            }
        }
        guard types["code"] != nil else { return }
        guard expected["state"]?.paths.isEmpty == false, expected["iss"] != nil || types["id_token"] != nil else {
            throw list.refusal(
                "has code, so expect must have a state of this run, and iss unless out has id_token (RFC 9207)",
                .unboundReturn)
        }
    }

    private static func checkReturned(_ name: String, _ member: Reading) throws(Refusal) {
        guard (1...64).contains(name.utf8.count), name != "error",
            name.utf8.allSatisfy({ $0.isLetterOrDigit || "-_.".utf8.contains($0) })
        else {
            throw member.refusal(
                "is not a name of a returned member: use up to 64 letters, digits and -_., except error", .invalidName)
        }
    }
}
