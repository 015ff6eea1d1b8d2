/** A regular expression of several alternatives, as text: it is sent into the page. */
const any = (...parts: readonly string[]): string => parts.join('|');

/**
 * How questions for consent are told from anything else: by words that are common to them, in the languages of Europe
 * and some of the largest of the world. All are without regard to case.
 */
export const CONSENT_WORDS = {
  /** What they are about. */
  topic: any(
    'cookies?|cookie|gdpr|dsgvo|rgpd|ccpa|lgpd|consent to|your consent|your privacy|privacy preferences',
    'einwilligung|ihre privatsphäre|datenschutzeinstellungen|votre consentement|votre vie privée',
    'su consentimiento|tu privacidad|il tuo consenso|la tua privacy|uw toestemming|jouw privacy',
    'kakor|evästee?|informasjonskapsl|ciasteczk|zgod[ęy]|twoj(?:a|ej) prywatnoś|slapuk|sīkdat|küpsis|sütik?|çerez',
    'piškot|kolačić|куки|クッキー|쿠키|曲奇|ملفات تعريف الارتباط|עוגיות|คุกกี้',
  ),
  /** What a button says that answers them. */
  answer: any(
    `^(?:.{0,30}\\b)?(?:${any(
      'accept|agree|allow|reject|decline|deny|refuse|got it|ok(?:ay)?\\b|i understand|understood|continue without',
      '(?:only )?(?:necessary|essential)|akzeptier|zustimm|einverstanden|ablehn|erlauben|verstanden|notwendig|nur ',
      "alle[sn]? zulassen|accepter|j'accepte|refuser|autoriser|continuer sans|aceptar|acepto|rechazar|denegar|permitir",
      'accett|rifiut|consenti|aceitar|recusar|rejeitar|accepteer|akkoord|weiger|toestaan|acceptera|godkänn|avvisa|neka',
      'tillad|afvis|godta|avslå|hyväksy|hylkää|akceptuj|zaakceptuj|zgadzam|odrzuć|přijmout|souhlas|odmítnout|prijať',
      'odmietnuť|elfogad|elutasít|accept[ăa]|refuz|kabul|reddet|prihva|odbij|sprejm|zavrni|sutinku|atmesti|piekrītu',
      'noraidīt|nõustu|keeldu',
    )})`,
    'приема|отказ|приня|прийня|соглас|отклон|відхил|αποδοχή|απόρριψη|同意|承諾|許可|拒否|接受|允许|拒绝|동의|거부|수락',
    'قبول|رفض|موافق|קבל|אישור|מאשר|ยอมรับ|ปฏิเสธ',
  ),
  /** What a button says that leads to more of them. */
  settings: any(
    'consent|manage|customi[sz]e|preferences|settings|options|einstellungen|auswahl|paramétr|gérer|configurar|gestionar',
    'personalizza|gestisci|definições|instellingen|voorkeuren|inställningar|indstillinger|innstillinger|asetukset',
    'ustawienia|nastavení|nastavenia|beállítás|setări|настро|налашт|ρυθμίσεις|ayarlar|postavke|nastavitve',
    '設定|设置|설정|إعدادات|הגדרות|ตั้งค่า',
  ),
  /** What authors call them, in `id`, `class` and labels. */
  name: any(
    `(?:cookie|consent|gdpr|dsgvo|rgpd|ccpa)s?[-_ ]?(?:law|policy|consent|cookie|eu)?[-_ ]?(?:${any(
      'banner|bar|notice|notification|popup|pop-up|modal|dialog|overlay|message|layer|alert|disclaimer|hint|box|wall',
      'panel|toast|prompt|widget|wrapper|container|root|manager',
    )})`,
    '(?:banner|notice|popup|modal|dialog|overlay|alert|bar)[-_ ]?(?:cookie|consent|gdpr)',
  ),
} as const;
