/// The labels of document elements (ISO/IEC 18013-5, table 5; the European Union's PID rulebook), by identifier.
/// Elements without a label are shown by their identifier.
enum ElementLabel {
    static let all: [String: (english: String, bengali: String, arabic: String)] = [
        "family_name": ("Family name", "পদবি", "اسم العائلة"),
        "given_name": ("Given names", "নাম", "الاسم الأول"),
        "birth_date": ("Date of birth", "জন্ম তারিখ", "تاريخ الميلاد"),
        "issue_date": ("Date of issue", "ইস্যুর তারিখ", "تاريخ الإصدار"),
        "expiry_date": ("Date of expiry", "মেয়াদ শেষের তারিখ", "تاريخ انتهاء الصلاحية"),
        "issuing_country": ("Issuing country", "ইস্যুকারী দেশ", "بلد الإصدار"),
        "issuing_authority": ("Issuing authority", "ইস্যুকারী কর্তৃপক্ষ", "جهة الإصدار"),
        "document_number": ("Document number", "নথির নম্বর", "رقم المستند"),
        "portrait": ("Photo", "ছবি", "الصورة الشخصية"),
        "driving_privileges": ("Driving privileges", "গাড়ি চালানোর অনুমতি", "فئات القيادة المسموح بها"),
        "un_distinguishing_sign": ("Country sign", "দেশের চিহ্ন", "العلامة المميِّزة للدولة"),
        "administrative_number": ("Administrative number", "প্রশাসনিক নম্বর", "الرقم الإداري"),
        "sex": ("Sex", "লিঙ্গ", "الجنس"),
        "height": ("Height", "উচ্চতা", "الطول"),
        "weight": ("Weight", "ওজন", "الوزن"),
        "eye_colour": ("Eye colour", "চোখের রং", "لون العينين"),
        "hair_colour": ("Hair colour", "চুলের রং", "لون الشعر"),
        "birth_place": ("Place of birth", "জন্মস্থান", "مكان الميلاد"),
        "place_of_birth": ("Place of birth", "জন্মস্থান", "مكان الميلاد"),
        "resident_address": ("Address", "ঠিকানা", "العنوان"),
        "resident_street": ("Street", "রাস্তা", "الشارع"),
        "resident_house_number": ("House number", "বাড়ির নম্বর", "رقم المنزل"),
        "resident_city": ("City of residence", "বসবাসের শহর", "مدينة الإقامة"),
        "resident_state": ("State of residence", "বসবাসের রাজ্য", "ولاية الإقامة"),
        "resident_postal_code": ("Postal code", "পোস্ট কোড", "الرمز البريدي"),
        "resident_country": ("Country of residence", "বসবাসের দেশ", "بلد الإقامة"),
        "portrait_capture_date": ("Date of the photo", "ছবি তোলার তারিখ", "تاريخ التقاط الصورة"),
        "age_in_years": ("Age", "বয়স", "العمر"),
        "age_birth_year": ("Year of birth", "জন্ম সাল", "سنة الميلاد"),
        "family_name_birth": ("Family name at birth", "জন্মকালীন পদবি", "اسم العائلة عند الولادة"),
        "given_name_birth": ("Given names at birth", "জন্মকালীন নাম", "الاسم الأول عند الولادة"),
        "email_address": ("Email address", "ইমেইল ঠিকানা", "عنوان البريد الإلكتروني"),
        "mobile_phone_number": ("Mobile number", "মোবাইল নম্বর", "رقم الهاتف المحمول"),
        "issuance_date": ("Date of issue", "ইস্যুর তারিখ", "تاريخ الإصدار"),
        "location_status": ("Where to check validity", "বৈধতা যাচাইয়ের স্থান", "موضع التحقق من الصلاحية"),
        "trust_anchor": ("Where the issuer is listed", "ইস্যুকারীর তালিকার স্থান", "موضع قائمة جهات الإصدار"),
        "biometric_template_face": ("Face template", "মুখের বায়োমেট্রিক তথ্য", "القالب البيومتري للوجه"),
        "biometric_template_finger": ("Fingerprint template", "আঙুলের ছাপের বায়োমেট্রিক তথ্য", "القالب البيومتري للإصبع"),
        "biometric_template_iris": ("Iris template", "চোখের মণির বায়োমেট্রিক তথ্য", "القالب البيومتري للقزحية"),
        "biometric_template_signature_sign": (
            "Signature template", "স্বাক্ষরের বায়োমেট্রিক তথ্য", "القالب البيومتري للتوقيع"
        ),
        "issuing_jurisdiction": ("Issuing jurisdiction", "ইস্যুকারী এলাকা", "الإقليم المُصدر"),
        "nationality": ("Nationality", "জাতীয়তা", "الجنسية"),
        "family_name_national_character": (
            "Family name in national letters", "জাতীয় লিপিতে পদবি", "اسم العائلة بالحروف الوطنية"
        ),
        "given_name_national_character": (
            "Given names in national letters", "জাতীয় লিপিতে নাম", "الاسم الأول بالحروف الوطنية"
        ),
        "name_suffix": ("Name suffix", "নামের শেষাংশ", "لاحقة الاسم"),
        "resident_county": ("County of residence", "বসবাসের কাউন্টি", "مقاطعة الإقامة"),
        "race_ethnicity": ("Race or ethnicity", "জাতিগত পরিচয়", "العرق أو الأصل الإثني"),
        "weight_range": ("Weight range", "ওজনের পরিসর", "نطاق الوزن"),
        "organ_donor": ("Organ donor", "অঙ্গদাতা", "متبرع بالأعضاء"),
        "veteran": ("Veteran", "অবসরপ্রাপ্ত সৈনিক", "محارب قديم"),
        "DHS_compliance": ("Federal compliance", "ফেডারেল মান পূরণ", "استيفاء المعايير الاتحادية"),
        "EDL_credential": ("Enhanced licence", "উন্নত লাইসেন্স", "رخصة معزّزة"),
        "domestic_driving_privileges": (
            "Domestic driving privileges", "দেশের ভেতরে গাড়ি চালানোর অনুমতি", "فئات القيادة المسموح بها محليًا"
        ),
        "signature_usual_mark": ("Signature", "স্বাক্ষর", "التوقيع"),
        "personal_administrative_number": ("Personal number", "ব্যক্তিগত নম্বর", "الرقم الشخصي"),
    ]
}
