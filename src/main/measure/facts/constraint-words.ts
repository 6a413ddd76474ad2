import { english } from './english-constraints.ts'
import { buildOpeningPattern, buildWordsPattern, type ConstraintWords } from './word-patterns.ts'

const french: ConstraintWords = {
  anywhere: buildWordsPattern(
    'jamais',
    'uniquement|seulement|exclusivement|strictement',
    'ne (?:pas|jamais|plus|rien)',
    '(?:il (?:ne )?faut|il faudra|faut (?:pas|que))',
    "(?:tu|vous|on|nous|je) (?:ne |n[’'])(?:\\p{L}+ )?(?:dois|devez|doit|peux|pouvez|veux|voulons|touche|modifie)\\p{L}*",
    '(?:ne )?(?:doit|doivent|dois|devez|devra|devront|devrait|devraient)',
    'interdit(?:e|s|es)?|interdiction|défendu|proscri\\p{L}+',
    'obligatoire(?:ment|s)?|impérati\\p{L}+|indispensable|nécessairement|exigé\\p{L}*',
    'toujours (?!pas|que|les?|des|la même|le même|un problème|en erreur)\\p{L}+',
    'sans (?:modifier|toucher|casser|ajouter|changer|supprimer|utiliser|passer|rien|aucun\\p{L}*|\\p{L}+er|\\p{L}+ir)',
    'en aucun cas|sous aucun prétexte|à aucun moment|surtout pas',
    "au (?:plus|maximum|minimum|moins) (?:\\d+|un|une|deux)?|maximum|(?:pas|ni) plus de|moins de \\d+|jusqu[’']à \\d+|dans la limite",
    "rien (?:en dehors|hors|d[’']autre)|à part|sauf (?:si|dans|pour)",
    'plutôt que|au lieu de|à la place de|de préférence',
    '(?:je|nous) (?:veux|voulons|préfère|préférons|souhaite|souhaitons|exige|tiens)',
    '(?:assure|assurez)[- ]?(?:toi|vous)',
    "veille(?:z)? à|pense(?:z)? à|n[’']oublie(?:z)? pas",
    'à partir de maintenant|désormais|dorénavant',
    'reste(?:nt|r)? (?:\\p{L}+ ){0,3}(?:intact|inchangé|stable|compatible|identique|en place)\\p{L}*',
    'ne pas',
    '(?:sans|pas de|aucune?) (?:lib|librairie|dépendance|paquet|framework|bibliothèque|nouve\\p{L})\\p{L}*',
  ),
  opening: buildOpeningPattern(
    "s[’']il te plaît|s[’']il vous plaît|stp|svp|merci de|et|mais|donc|puis|aussi|alors|surtout|bien|important|attention|règle|de plus|tu|vous|enfin|ensuite",
    "n(?:e\\s+|[’'\\s])(?!est|a |ai|avai|fonctionn|march|arriv|étai|existe|apparaî|peut|suis|as |avez |vois|voit|sais|sait|compren|s[’'])[\\p{L}’'-]+ (?:\\p{L}+ )?(?:pas|jamais|plus|rien|aucun\\p{L}*|que|ni)",
    "(?:pas|plus|aucun|aucune) (?:de |d[’'])?(?!de problème|de souci|sur|problème|idée|besoin|encore|sûr|mal)\\p{L}+",
    'évite[zr]?|evite[zr]?|garde[zr]?|conserve[zr]?|préserve[zr]?|respecte[zr]?|limite[zr]?|préfère[zr]?|privilégie[zr]?|exclu[st]?\\p{L}*|interdi\\p{L}*|laisse[zr]?|reste[zr]?|utilisez?|emploie|employez|suis|suivez|maintien\\p{L}*|maintenez|tiens[- ]toi|assure\\p{L}*|veille[zr]?|touche pas|modifie pas|change pas|ajoute pas',
    '(?:écri[st]|écrivez|rédige[zr]?|répond[sz]?|répondez|réponds|commente[zr]?|nomme[zr]?|documente[zr]?|parle[zr]?) (?:[^.]{0,60} )?(?:en (?!temps|détail|paral|cours|premier|suite|place|même)|avec )\\S+',
    'seul(?:e|s|es)?|que des?|uniquement|attends|demande(?:z)?[- ](?:moi|avant)',
    'pas touche|touche(?:z)? (?:pas|à rien)',
  ),
}

const german: ConstraintWords = {
  anywhere: buildWordsPattern(
    'niemals|keinesfalls|keineswegs|auf keinen Fall|unter keinen Umständen|in keinem Fall',
    'nie (?!funktion)\\p{L}+|nie',
    '(?:darf|darfst|dürfen|dürft|dürfte)',
    '(?:soll|sollst|sollen|sollt|sollte|sollten|solltest)',
    '(?:muss|musst|müssen|müsst|müsste\\p{L}*|muß)',
    'ausschlie(?:ß|ss)lich|lediglich|nur noch',
    'nur (?!ein (?:Problem|Fehler))\\p{L}+',
    'Finger weg|Hände weg|tabu',
    'verboten|untersagt|unzulässig|(?:nicht|nichts) erlaubt',
    'Pflicht|verpflichtend|zwingend|unbedingt|erforderlich|vorgeschrieben|obligatorisch',
    '(?:höchstens|mindestens|maximal|minimal) (?:\\d+|ein|zwei|drei|vier|fünf|zehn)\\p{L}*|nicht (?:mehr|länger|größer|weniger|kürzer) als|weniger als \\d+|bis zu \\d+|innerhalb (?:von|des|der)|außerhalb',
    '(?:statt|anstatt|anstelle)',
    'ohne (?:[^.]{0,50} )?(?:zu \\p{L}+|neue|weitere|externe|zusätzliche|Rückfrage|Ausnahme)',
    'nicht (?:[\\p{L}\\p{N}_./-]+ ){0,4}(?:ändern|anfassen|anrühren|verändern|löschen|verwenden|benutzen|nutzen|committen|pushen|umbenennen|hinzufügen|entfernen|überschreiben|installieren|einführen|berühren|brechen|machen|mergen)',
    'immer (?:\\p{L}+|\\d+)|stets',
    'stelle? sicher|sicherstellen|achte darauf|pass auf|sorge dafür|denk(?:e)? daran|vergiss nicht',
    'keine[nrms]? (?:extern|neu|weiter|zusätzlich|ander|Änderung|Abhängigkeit|Bibliothek|Paket)\\p{L}*',
    'ab (?:jetzt|sofort)|künftig|in Zukunft',
    '(?:ich|wir) (?:will|möchte|wollen|möchten|bevorzuge|bevorzugen|bestehe)|(?:ich|wir) brauchen? keine?\\p{L}*',
    '(?:bleibt?|bleiben) (?:[^.]{0,30} )?(?:unverändert|stabil|kompatibel|so|unangetastet|grün)|(?:grün|unverändert|stabil|kompatibel|gleich) bleiben',
    '(?:außer|ausser) (?:in|wenn|für)|es sei denn',
  ),
  opening: buildOpeningPattern(
    'bitte|und|aber|dann|also|auch|wichtig|Achtung|Regel|nochmal|außerdem|ausserdem|ansonsten|danach|du|zuerst',
    'kein(?:e|en|er|es|em)? (?!Problem|Ahnung|Sorge|Fehler)[\\p{L}]+',
    'nicht(?:s)? \\p{L}+',
    'verwende|verwenden|verwendet|benutze?|nutze?|nimm|vermeide?|behalte|halte?|lasse?|lass|bleib(?:e)?|beschränke|bevorzuge|beachte|befolge|respektiere|begrenze|bewahre|erhalte|achte|sorge|stelle? sicher|setze? auf|schließe|schliesse|ignoriere|überspringe|orientiere',
    '(?:ändere?|füge?|lösche?|fass|fasse|rühr(?:e)?|mach(?:e)?|committe|pushe|installiere?|entferne?|verändere?|berühre?|erstelle?|führe?|überschreibe?|benenne?) (?:[^.]{0,60} )?(?:nicht|nichts|keine?[nmrs]?|nur|nie|immer)',
    '(?:schreibe?|antworte|kommentiere|dokumentiere|benenne|formuliere|erkläre|sprich) (?:[^.]{0,60} )?(?:auf|in|mit|nach|als) \\S+',
    'frag(?:e)? (?:mich|vorher|erst)|warte',
  ),
}

const spanish: ConstraintWords = {
  anywhere: buildWordsPattern(
    'nunca|jamás|jamas|siempre (?!falla|da |sale)\\p{L}+',
    'solo (?!falla|funciona|un problema)\\p{L}+|sólo \\p{L}+|solamente|únicamente|unicamente|exclusivamente',
    '(?:no )?(?:debe|deben|debes|deberá|deberán|debería|deberían|deberías|debemos)',
    '(?:tiene|tienes|tienen) que|hay que|es (?:obligatorio|necesario|imprescindible|importante|fundamental)(?: que)?',
    'no (?:se )?(?:puede|puedes|pueden) (?:usar|tocar|cambiar|modificar|superar|exceder|añadir|agregar|romper|eliminar|borrar)',
    'prohibid[oa]s?|queda prohibido|obligatori[oa]s?|no (?:está )?permitid[oa]s?',
    'como (?:máximo|mucho|mínimo)|al (?:menos|máximo)|a lo sumo|máximo|mínimo|no más de|menos de \\d+|hasta \\d+',
    'en (?:lugar|vez) de|sin (?:[\\p{L}]+[aei]r|\\p{L}+[aei]rl[oa]s?|nuev[oa]s?|dependencias|ningun[oa]|ningún)',
    'bajo ninguna circunstancia|en ningún caso|de ninguna manera|nada (?:fuera|más|de)',
    '(?:quiero|queremos|prefiero|preferimos|necesito|exijo) (?:que|no|usar|todo)',
    'asegúrate|asegurate|asegúrese|procura|ten cuidado|no olvides|recuerda',
    'a partir de ahora|excepto|salvo|except[oa] (?:si|cuando)',
  ),
  opening: buildOpeningPattern(
    'por favor|y|pero|entonces|también|luego|además|importante|regla|ojo|ah',
    'no (?!remove|move|more|change|one|the|same|code|file|issue|line|space|date|name|image|message|page|table|problem|funciona|sé|se |veo|entiendo|hay|puedo|tengo|es|está|sale|aparece|me |carga|encuentro|era|estoy|lo sé)\\p{L}+(?:es|as|e|a|en|an|éis|áis|[aei]r)',
    'ningún|ninguna|ninguno|nada de|cero',
    'evita|evite|mantén|manten|mantenga|conserva|respeta|respete|limita|limítate|limitate|prefiere|excluye|preserva|deja|usa|use(?! (?:(?:the|this|these|that|those|it|an?|them) |(?:\\S+ )?\\S*skill))|utiliza|utilice|emplea|sigue|usad|utilizad|no toques',
    '(?:escribe|responde|contesta|documenta|comenta|nombra|redacta|escriba|habla) (?:[^.]{0,60} )?(?:en|con|como) \\S+',
    'espera|pregunta(?:me|d)? antes|pregúntame',
  ),
}

const italian: ConstraintWords = {
  anywhere: buildWordsPattern(
    'mai|sempre (?!un errore|lo stesso)\\p{L}+',
    'solo (?!un problema)\\p{L}+|soltanto|solamente|unicamente|esclusivamente',
    '(?:non )?(?:deve|devono|devi|dovrà|dovranno|dovrebbe|dovrebbero|dovete|dobbiamo)',
    'bisogna|occorre|è (?:obbligatorio|necessario|importante|vietato|fondamentale|essenziale)',
    'vietat[oaie]|proibit[oaie]|obbligatori[oae]?|non (?:è )?(?:permess|consentit)[oaie]',
    'al massimo|al più|almeno|massimo|minimo|non più di|meno di \\d+|fino a \\d+',
    'invece (?:di|che)|anziché|piuttosto che|senza \\p{L}*(?:are|ere|ire|arre|nuov[ei]|alcun[ao]?)|senza \\p{L}+rl[oaie]',
    'in nessun caso|per nessun motivo|niente (?:fuori|altro|al di fuori)|nulla',
    '(?:voglio|vogliamo|preferisco|preferiamo|esigo)',
    "assicurati|accertati|fai attenzione|non dimenticare|ricorda(?:ti)?|d[’']ora in poi|tranne|eccetto",
    'non \\p{L}+(?:are|ere|ire|arlo|erlo)',
  ),
  opening: buildOpeningPattern(
    'per favore|per piacere|e|ma|poi|anche|inoltre|importante|regola|attenzione|quindi',
    "non (?!funziona|so|vedo|capisco|è|c[’']è|ho|riesco|va|sono|si vede|ha)\\p{L}+(?:are|ere|ire|ate|ete|ite|arlo|rre)",
    'nessun[ao]?|niente|zero',
    'evita|evitare|mantieni|mantenere|conserva|rispetta|limita|limitati|preferisci|escludi|preserva|lascia|usa|usate|usare|utilizza|utilizzate|impiega|segui|tieni|attieniti',
    '(?:scrivi|rispondi|documenta|commenta|nomina|parla|scrivete) (?:[^.]{0,60} )?(?:in|con|come|su) \\S+',
    'aspetta|chiedi(?:mi)? prima',
  ),
}

const portuguese: ConstraintWords = {
  anywhere: buildWordsPattern(
    'nunca|jamais|sempre (?!dá|o mesmo|falha)\\p{L}+',
    'somente|apenas|só (?!que)\\p{L}+|exclusivamente|unicamente',
    '(?:não )?(?:deve|devem|deves|deverá|deverão|deveria|deveriam|devemos)',
    '(?:tem|têm|tens) (?:que|de)|é (?:preciso|necessário|obrigatório|importante|proibido|fundamental|essencial)|precisa(?:m)? (?:ser|estar|ficar|funcionar|passar|ter)',
    '(?:não )?(?:pode|podem) (?:ser alterad|mudar|usar|quebrar|exceder|passar|tocar|ultrapassar)\\p{L}*',
    'proibid[oa]s?|obrigatóri[oa]s?|não (?:é )?permitid[oa]s?',
    'no máximo|no mínimo|pelo menos|ao menos|máximo|mínimo|não mais (?:de|que)|menos de \\d+|até \\d+',
    'em vez de|ao invés de|sem (?:\\p{L}+[aei]r|nov[oa]s|nenhum[a]?|dependências)',
    'em hipótese alguma|de jeito nenhum|em nenhum caso|nada (?:fora|além|de)',
    '(?:quero|queremos|prefiro|preferimos|exijo)',
    'certifique-se|garanta|assegure|tenha cuidado|não (?:se )?esqueça|lembre(?:-se)?|a partir de agora|exceto',
  ),
  opening: buildOpeningPattern(
    'por favor|e|mas|então|também|depois|além disso|importante|regra|atenção',
    'não (?!funciona|sei|vejo|entendo|há|consigo|tenho|é|está|aparece|estou|tem|foi|era)\\p{L}+(?:e|a|es|as|em|am|eis|ais|[aei]r)',
    'nenhum|nenhuma|nada de|zero|sem',
    'evite|evita|evitar|mantenha|mantém|conserve|respeite|limite|limite-se|prefira|exclua|preserve|deixe|deixa|use(?! (?:(?:the|this|these|that|those|it|an?|them) |(?:\\S+ )?\\S*skill))|usa|utilize|utiliza|siga|empregue',
    '(?:escreva|escreve|responda|responde|documente|comente|nomeie|fale) (?:[^.]{0,60} )?(?:em|com|como) \\S+',
    'espere|aguarde|pergunte antes',
  ),
}

const russian: ConstraintWords = {
  anywhere: buildWordsPattern(
    'нельзя|никогда|ни в коем случае|запрещ\\p{L}+|запрет|недопустим\\p{L}*',
    'долж(?:ен|на|но|ны)|обязательно|обязан\\p{L}*|необходимо|нужно|следует|надо',
    'только|лишь|исключительно|всегда',
    'не (?:более|менее|больше|меньше|дольше)|максимум|минимум|не должн\\p{L}*|не (?:надо|нужно|стоит|забудь\\p{L}*)',
    'вместо|без (?:изменени\\p{L}+|нов\\p{L}+|внешн\\p{L}+)|кроме',
    'не (?!работает|могу|знаю|понимаю|вижу)\\p{L}+(?:й|йте|ь|ьте|и|ите|йся|ть)',
  ),
  opening: buildOpeningPattern(
    'пожалуйста|и|но|также|затем|важно',
    'используй(?:те)?|пиши(?:те)?|остав(?:ь|ьте|ляй|ляйте)|избегай(?:те)?|сохран(?:и|ите|яй|яйте)|соблюдай(?:те)?|ограничь\\p{L}*|отвечай(?:те)?|убедись|убедитесь|держи(?:те)?|придерживай\\p{L}*|никаких',
  ),
}

/** Scripts without spaces: no borders of words to look at. */
const eastAsian: ConstraintWords = {
  anywhere: new RegExp(
    [
      '不要|(?<!能)不能|不得|不可|不许|不許|不准|不应|不應|禁止|严禁|嚴禁|必须|必須|必需|务必|務必|(?<!不)一定要|只能|只(?:用|改|使用|修改|允许|允許|在)|[仅僅](?:限|用|使用|修改)|始终|始終|永远|永遠|请勿|請勿|切勿|勿|请别|請別|[别別](?:动|動|改|碰|用|删|刪)|(?:应该|應該)(?![会會是])|应当|應當|保持|避免|最多|至少|不超过|不超過|不少于|不少於|不允许|不允許|[请請](?:用|使用)|(?<![以能])(?:确保|確保)|而不是|而非|无需|無需|保持不[变變]|不(?:改|修改|动|動|改变|改變)[^。，]{1,20}(?:前提|情况|情況)下|所有.{0,200}都(?:要|用)',
      'ないで|禁止|必ず|のみ|だけ(?:を|に|で|使|変)|しないこと|すること|てはいけ|てはなら|なければ|ねばな|べき|てください|て下さい|常に|絶対|決して|避け|以内|以下|以上|までに|ではなく|厳禁|不可|使わず|触らず|変えず|維持',
      '하지\\s?마|마세요|말\\s?것|말아|반드시|항상|절대|만\\s?사용|해야|금지|이하|이상|안\\s?됩니다|하십시오|해\\s?주세요',
    ].join('|'),
    'u',
  ),
}

/** Rules for all of a kind: `Each function needs a test.`, and labels without a verb: `Comments in English.` */
const ofAll: ConstraintWords = {
  anywhere: buildWordsPattern(
    '(?:in|into|en|auf|em|на) (?:(?:plain|simple|british|american|us|brazilian) )?(?:english|french|german|spanish|italian|portuguese|russian|chinese|japanese|français|anglais|allemand|espagnol|deutsch|englisch|französisch|español|inglés|ingles|francés|alemán|italiano|inglese|francese|tedesco|português|inglês|typescript|javascript|python|rust|java|kotlin|golang|русском|английском)[.!]?$',
    '(?:everywhere|partout|überall|en todas partes|ovunque|em todo lugar)',
    '(?:not|pas|nicht|non|não) [\\p{L}\\p{N}_-]+(?: [\\p{L}\\p{N}_-]+)?[.!]$(?<!(?:is|are|was|were) .*)(?<=, (?:not|pas|nicht|no|non|não) [^,]+)',
    '(?:on|nous) (?:garde|utilise|reste|travaille|écrit|suit|respecte|évite)(?:ons|nt)?',
    'wir (?:verwenden|nutzen|benutzen|behalten|bleiben|schreiben|arbeiten|halten)',
    '(?:usamos|utilizamos|mantenemos|seguimos|escribimos|mantemos|escrevemos|usiamo|utilizziamo|manteniamo|seguiamo|scriviamo)',
  ),
  opening: new RegExp(
    '^(?:each|every|any|all|both|chaque|tous|toutes|jede[rsnm]?|alle|cada|tod[ao]s?|ogni|tutt[ie])\\s(?:.{1,60}\\s)?(?:needs?|gets?|goes|go|uses?|use|requires?|starts?|ends?|comes?|carries|carry|braucht|brauchen|bekommt|bekommen|gehört|gehören|hat|haben|trägt|necesitan?|llevan?|usan?|tienen?|van|precisam?|levam?|usam?|vão|tem|serve|servono|usano|vanno|ha|hanno|passent?|utilisent?|portent?|reçoi(?:t|vent)|commencent?|finissent?|vont|va|besoin)(?![\\p{L}])',
    'iu',
  ),
}

const ofEnglish: readonly ConstraintWords[] = [ofAll, english]
const ofEvery: readonly ConstraintWords[] = [
  ...ofEnglish,
  french,
  german,
  spanish,
  italian,
  portuguese,
  russian,
  eastAsian,
]

/** Words of English that no other of these languages has. */
const isEnglish = /\b(?:the|and|is|are|you|this|that|with|should|we|have|was|if|it|of|for|isn['’]t)\b/i

/** Words to look for in a sentence: those of every language, for users mix them, unless it is plainly English. */
export function selectConstraintWords(text: string): readonly ConstraintWords[] {
  return isEnglish.test(text) ? ofEnglish : ofEvery
}
