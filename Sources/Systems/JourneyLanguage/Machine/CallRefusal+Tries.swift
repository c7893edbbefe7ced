extension CallRefusal {
    /// Returns the conclusion for all tries of `call`, if an earlier one may have been executed (`mayBeDone`).
    ///
    /// Under one key, the bank's rejection of the last try covers all tries. Without a key each try stands alone, and a rejection
    /// of the last one says nothing about the others.
    package func after(mayBeDone: Bool, _ call: PendingCall) -> CallRefusal {
        mayBeDone && !(call.carriesKey && self == .judged) ? .unknown : self
    }
}
