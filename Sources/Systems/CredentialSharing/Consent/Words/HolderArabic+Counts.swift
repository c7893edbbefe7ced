import JourneyBase

/// What counts, in Arabic's six forms.
extension HolderArabic {
    /// Years as a statement: `العمر ٢١ عامًا` (nominative).
    static let yearsOld = ArabicCount(
        zero: "# عام", one: "عام واحد", two: "عامان", few: "# أعوام", many: "# عامًا", other: "# عام")
    /// Years after a noun or a preposition: `سن ٢١ عامًا` (genitive).
    static let age = ArabicCount(
        zero: "# عام", one: "عام واحد", two: "عامين", few: "# أعوام", many: "# عامًا", other: "# عام")

    static let items = ArabicCount(
        zero: "لم يُطلب أي عنصر آخر لا يتضمنه هذا المستند.", one: "طُلب عنصر آخر لا يتضمنه هذا المستند.",
        two: "طُلب عنصران آخران لا يتضمنهما هذا المستند.", few: "طُلبت # عناصر أخرى لا يتضمنها هذا المستند.",
        many: "طُلب # عنصرًا آخر لا يتضمنها هذا المستند.", other: "طُلب # عنصر آخر لا يتضمنها هذا المستند.")
    static let documents = ArabicCount(
        zero: "لم يُطلب أي مستند آخر لا تقدّمه.", one: "طُلب مستند آخر لا تقدّمه.",
        two: "طُلب مستندان آخران لا تقدّمهما.", few: "طُلبت # مستندات أخرى لا تقدّمها.",
        many: "طُلب # مستندًا آخر لا تقدّمها.", other: "طُلب # مستند آخر لا تقدّمها.")
    static let sent = ArabicCount(
        zero: "لم تتم مشاركة أي مستند.", one: "تمت مشاركة مستند واحد، كما سمحت.", two: "تمت مشاركة مستندين، كما سمحت.",
        few: "تمت مشاركة # مستندات، كما سمحت.", many: "تمت مشاركة # مستندًا، كما سمحت.",
        other: "تمت مشاركة # مستند، كما سمحت.")
    static let times = ArabicCount(
        zero: "صفر مرات أخرى", one: "مرة واحدة أخرى", two: "مرتين أخريين", few: "# مرات أخرى", many: "# مرة أخرى",
        other: "# مرة أخرى")
}
