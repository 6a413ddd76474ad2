import { isFollowed } from './is-followed.ts'
import { buildOpeningPattern, buildWordsPattern } from './word-patterns.ts'

const polite =
  'please|pls|plz|kindly|and|but|so|then|also|just|ok|okay|no|yes|yep|yeah|nope|now|again|note|important|remember|rule|btw|by the way|however|first|finally|instead|for now|for this|to|meanwhile|in general|really|critical(?:ly)?|strictly|absolutely|otherwise'

const ban = "(?:do not|don['’]?t|donot|do n['’]t|never|avoid)"
/** Verbs of the mind and of having: after `don't` they tell, and ask for nothing. */
const telling =
  '(?:you|we|i|they|he|she|it|both|all of|the|these|those|our|my|really|even|think|know|worry|mind|see|understand|have|get|got|remember|care|like|believe|recall|feel|seem|work|exist|hesitate|need|appear|want|happen|match|fit|look|always|been|had|again|say|tell me|be (?:shy|afraid|sorry)|did|was|were|is|are|support|sure|love|hate|mean|agree|trust|expect|find|forget|gaslight|lie|give up|bother|stress|panic|blame|ever (?:see|get))'

/** What one asks an agent to do, as an order has it. */
const jobs =
  'use|edit|change|modify|touch|show|display|allow|include|write|run|import|return|report|read|add|make|output|give|answer|reply|respond|accept|keep|check|fix|update|implement|apply|support|list|count|send|call|take|fill|work|do|generate|create|consider|test|store|mention|print|extract|remove|delete|commit|flag|render|process|load|handle|provide|start|proceed'

/** Words of English that leave no choice about how to work, or what the result must be. */
const firmEnglish: Readonly<Record<string, RegExp>> = {
  /** `Do not touch the tests`, at the beginning of a sentence or of a clause of it. */
  ban: buildOpeningPattern(polite, `${ban} (?!${telling}(?![\\p{L}]))["'*]?[\\p{L}\\d]+(?![:/]{2,})`),
  /** `and don't touch it`, in the middle of a sentence. */
  banAfter: new RegExp(`\\b(?:and|but) (?:please )?(?:do not|don['’]?t) (?!${telling}\\b)\\p{L}+`, 'iu'),
  unwanted: buildWordsPattern(
    "(?:I|we) (?:really |also |still |definitely |absolutely )?(?:don['’]?t|do not) (?:really |actually |ever )?want (?:to (?!have\\b|miss|spend|waste|be\\b|lose|go|deal)|any|the|it to|this to|that to|you to|them to|a|an|new|extra|more)",
  ),
  mustNot: buildWordsPattern(
    "must(?:n['’]?t| not| never)|(?:may|shall|can) (?:not|never|only) (?:be (?:changed|modified|touched|edited|removed|renamed|used)|exceed|depend|use|change|modify|touch)",
    "should(?:n['’]?t| not| never| no longer) (?!be (?:hard|difficult|too|a problem|an issue|that|very|long|needed|necessary|there|happening|possible|the case|in (?:the|here)|like (?:this|that)|\\p{L}+ing)|happen|matter|take|cause|crash|error|fail|occur|exist|need|have (?:been|to)|get|see|we|i|it|this|that|they|you|the)\\p{L}+",
    'under no circumstances|in no case|on no account|by no means|at all costs|no exceptions',
    '(?:is|are) (?:strictly )?(?:off[- ]limits|forbidden|prohibited|non-negotiable|untouchable)',
  ),
  must: buildWordsPattern(
    '(?<!(?:it|this|that|they|there|he|she|I|which) )(?:must|ha(?:s|ve) to|needs? to) (?:always|only|strictly|remain|stay|keep)(?! (?:been|have|had))|shall (?:always|only) be',
  ),
  should: buildWordsPattern(
    'should (?:only|always|all|both|exactly|strictly|remain|stay|match|follow|respect|conform)',
    'should (?:still |also )?(?:be|use|have|look|behave|work) (?:consistent|identical|the same|read[- ]only|optional|required|mandatory|at (?:least|most)|no more|exactly|based on|limited|case[- ](?:in)?sensitive|idempotent|immutable|independent)',
  ),
  only: buildOpeningPattern(
    polite,
    `only (?:ever )?(?:${jobs})(?![\\p{L}])`,
    'focus (?:\\p{L}+ )?(?:only|solely|strictly|exclusively|just) on|(?:only|solely|strictly|exclusively) focus on',
    `(?:${jobs}) only (?!one thing|one of|had|got)[\\p{L}\\d]+`,
    `(?:${jobs}) [^.,;:?]{2,80} only[.!)]*$`,
  ),
  always: buildOpeningPattern(
    polite,
    '(?:always|from now on|going forward|in (?:the )?future) (?!(?:I|been|fails?|crash|returns?|shows?|gets?|had|was|is|the|a|has|get|got|getting|works?)\\b)\\p{L}+',
    'whenever you|(?:each|every) time you|before (?:each|every|any)|after (?:each|every|any)',
  ),
  keep: buildOpeningPattern(
    polite,
    '(?:keep|leave) (?:[^.?!]{1,90} )?(?:unchanged|untouched|intact|alone|as (?:is|it is|they are|they were|before)|as-is|the same|stable|private|simple|short|minimal|small|concise|brief|consistent|in place|separate|identical|compatible)',
    '(?:keep|maintain|preserve|retain) (?:all |the |its |our |my |strict |full )*(?:existing|same|current|original|backwards?|compatib|functionalit|behaviou?r|style|structure|format|semantics|logic|layout|design|api)',
    'preserve (?:all|the|any|existing)|stick (?:to|with)|adhere to|comply with|stay (?:within|in|on|away|close|consistent)',
    '(?:follow|match|respect|honou?r|reuse) (?:the |our |my |this |these |all |any |existing |current |same |project )+(?:\\S+ ){0,3}?(?:conventions?|style|guidelines?|rules?|standards?|patterns?|structure|format|principles?|specs?|naming|architecture)',
  ),
  without: buildWordsPattern(
    'without (?:any |first |ever |also |actually )*(?:asking|touching|changing|modifying|breaking|adding|using|removing|losing|installing|altering|rewriting|introducing|creating|editing|affecting|deleting|renaming|new|external|extra|additional|my|permission|exceptions?|third[- ]party|dependencies|emojis?|comments|edits|changes)',
  ),
  limit: buildWordsPattern(
    '(?:no|not) (?:more|fewer|less|longer|larger|bigger|later|higher|lower) than',
    'at (?:most|least) (?:\\d+|one|two|three|four|five|six|ten)',
    '(?:max(?:imum)?|min(?:imum)?)(?: of| is|:)? \\d[\\d.,]*',
    '(?:keep|stay|limit|cap)(?:\\S{0,60}(?: \\S+){1,5})? (?:under|below|within|to|at) (?:the )?\\d+',
    'exactly (?:\\d+|one|two|three|four|five)',
  ),
  sure: buildOpeningPattern(
    polite,
    "(?:make (?:absolutely |very )?sure|ensure|be (?:sure|careful|certain)|see to it)\\b(?=[^?]*(?<![\\p{L}])(?:not (?!too)|never|(?<!(?:that|which|who) )\\p{L}+n['’]t|only|always|stays?|remains?|consistent|consistently|existing|backwards?|without|minimal|compatible)(?![\\p{L}]))[^?]*",
  ),
  none: buildOpeningPattern(
    polite,
    'no (?:new|external|other|extra|additional|further|third[- ]party|breaking|manual|hard[- ]?cod\\p{L}*|emojis?|mocks?|mocking|placeholders?|dependencies|frameworks?|libraries|comments?|fallbacks?|refactor\\p{L}*|explanations?|preamble|markdown|TODOs?|shortcuts?|feature flags?|any types?|console\\.log|stubs?|fake|guess\\p{L}*|assumptions)',
    'nothing (?:else|outside|beyond|more)|(?:and |but )?nothing else',
  ),
  rather: buildOpeningPattern(
    polite,
    "prefer (?!to\\b)\\p{L}+|I (?:strongly |really )?prefer|(?:i['’]d|i would|we['’]d) (?:much )?rather (?:you|not|we|have|keep|use)",
  ),
  permission: buildWordsPattern(
    'ask (?:me )?(?:first|before)|(?:wait|stop)(?: and wait)? (?:for|until) (?:my|i|me|you have my|confirmation|approval)|(?:get|need|with|until|unless) my (?:approval|permission|ok|confirmation|consent)|unless I (?:say|ask|tell|explicitly|approve|specifically)|until I (?:say|tell|approve|confirm|ask|review|give)|unless (?:explicitly|specifically) (?:asked|told|requested|instructed)|before (?:making|doing) any changes|(?:this is|stay|work|keep it|strictly)(?: an?| in)? (?:read|analysis|planning|research|review|plan|docs?|documentation)[- ]only|(?:read|analysis|planning|research|review)[- ]only (?:task|mode|pass|session|request|for now)',
  ),
}

/** The kinds that are orders to the agent, and so stay what they are in a long message. */
const firmInLong: ReadonlySet<string> = new Set([
  'ban',
  'banAfter',
  'unwanted',
  'only',
  'always',
  'keep',
  'none',
  'permission',
])

const clause =
  '(?:^|[,;:(–—]\\s*|(?<!\\p{L})(?:y|et|e|und|и|но|а|mais|pero|mas|ma|aber|por favor,?|пожалуйста,?) )'

/** Bans in other languages, mostly where they begin a clause. */
const firmElsewhere = new RegExp(
  [
    `${clause}(?:n['’]|ne )(?!hésit|oubli|vous |t['’]|s['’]|est|a )\\p{L}+ (?:pas|jamais|rien|plus|aucun\\p{L}*)(?!\\p{L})|(?<!\\p{L})(?:interdit\\p{L}* de|ne (?:pas|jamais|rien) \\p{L}+|(?:ne )?doi(?:t|vent) (?:pas|jamais|toujours|rester|être))(?!\\p{L})`,
    `${clause}(?:niemals|nie|nur|kein(?:e|en|er)?|auf keinen Fall|bitte (?:nicht|nur|keine?)) \\p{L}+|(?<!\\p{L})(?:d(?:arf|ürfen|arfst) (?:[^.,]{0,40} )?(?:nicht|nur|nie|kein\\p{L}*)|auf keinen Fall|unter keinen Umständen|verboten|(?:ändere?|lösche?|füge?|verwende?|benutze?|fass|rühr|mach) (?:[^.,]{0,50} )?(?:nicht|nichts|keine?|nur))(?!\\p{L})`,
    `${clause}(?:(?:nunca|jamás|no) (?:lo |la |los |las |me |se |le )?(?:toques?|cambies?|modifiques?|uses|utilices?|borres?|elimines?|agregues?|añadas?|hagas?|crees|pongas?|quites?|muevas?|rompas?|inventes?|intentes?|escribas?|asumas?|incluyas?|dejes?|repitas?)|solo (?:usa|modifica|cambia|toca|agrega|haz)|sólo (?:usa|modifica|cambia|toca))(?!\\p{L})|(?<!\\p{L})(?<!eso )no (?:debe[ns]?|quiero que)(?!\\p{L})`,
    `${clause}(?:mai |non )\\p{L}+(?:are|ere|ire|arlo|erlo)(?!\\p{L})|(?<!\\p{L})non (?:deve|devono|voglio che)(?!\\p{L})`,
    `${clause}(?:nunca|não) (?!há|sei|vejo|funciona|é|está|quero)\\p{L}+(?:e|em|es|r)(?!\\p{L})|(?<!\\p{L})não (?:deve|devem|quero que)(?!\\p{L})`,
    `${clause}(?:никогда )?не \\p{L}+(?:йте|ьте|ите|й|ь)(?!\\p{L})|(?<!\\p{L})(?:ни в коем случае|не долж(?:ен|на|но|ны)|запрещается)(?!\\p{L})`,
    '(?<![^，。；、：,;:!！（(\\s])(?:请|請|但是?|先|也|就|都|再|而且|并且|千万)?不要(?![有误再这那]|是不是)|请勿|請勿|切勿|严禁|嚴禁|不得|不准|不许|仅限|(?<![^，。；、：,;:\\s])(?:请|先)?只(?:改|用|修改|允许)|必须保持',
    'ないで(?:ください|下さい|ね|[。！!]|$)|てはいけ|てはなら|絶対に|하지\\s?마|마세요|말아|절대',
  ].join('|'),
  'iu',
)

/** The other kinds in other languages: what may only or must always be, limits, what stays, what is done without. */
const firmKindsElsewhere = new RegExp(
  [
    `${clause}(?:toujours|utilise[zr]? (?:uniquement|seulement)|modifie[zr]? (?:uniquement|seulement)|(?:garde|laisse|conserve)[zr]? [^.?!]{1,60}(?:inchangée?s?|intacte?s?|tels? quels?|telles? quelles?)|pas de nouve(?:au|l|lle|aux|lles)) ?\\p{L}*|(?<!\\p{L})(?:sans (?:jamais )?(?:toucher|modifier|casser|changer|supprimer|ajouter)|au (?:plus|maximum) \\d+|(?<!\\d)\\d+ [^.?!]{1,30}au (?:plus|maximum)|(?:attends|attendez) (?:ma|mon)|demande[zr]?[- ]moi (?:d['’]abord|avant))(?!\\p{L})`,
    `${clause}(?:immer|verwende(?:t|n Sie)? nur|benutze nur|ändere nur|(?:behalte|lass|halte)e? [^.?!]{1,60}(?:unverändert|so, wie|bei|gleich)|keine neuen?) \\p{L}+|(?<!\\p{L})(?:ohne [^.?!]{1,50} zu (?:ändern|verändern|berühren|brechen|löschen|fragen)|höchstens \\d+|maximal \\d+|frag mich (?:vorher|zuerst|erst)|warte auf meine)(?!\\p{L})`,
    `${clause}(?:siempre|usa (?:solo|sólo|solamente|únicamente)|modifica (?:solo|sólo)|(?:mantén|deja|conserva) [^.?!]{1,60}(?:igual|intact[oa]s?|sin cambios|como está[n]?)|ningun[oa]? nuev[oa]) ?\\p{L}*|(?<!\\p{L})(?:sin (?:tocar|modificar|cambiar|romper|borrar|agregar|añadir)|como (?:máximo|mucho) \\d+|máximo (?:de )?\\d+|pregúntame (?:antes|primero)|espera mi)(?!\\p{L})`,
    `${clause}(?:sempre|use (?:só|somente|apenas)|altere (?:só|somente|apenas)|modifique (?:só|somente|apenas)|(?:mantenha|deixe) [^.?!]{1,60}(?:igual|intact[oa]s?|inalterad[oa]s?|como está|sem mudanças)|nenhum[a]? nov[oa]) ?\\p{L}*|(?<!\\p{L})(?:sem (?:tocar|modificar|alterar|mudar|quebrar|apagar|adicionar)|no máximo \\d+|pergunte(?:-me)? antes|espere (?:a )?minha)(?!\\p{L})`,
    '(?:必须|必須)(?:始终|始終|一直|保持|只)|(?<![^，。；、：,;:\\s])(?:始终|始終|永远|永遠|总是|總是)(?:用|使用|保持|要|先)|(?:最多|不超过|不超過|不得超过)\\s?\\d|保持[^。，]{0,20}(?:不变|不變)|不(?:改|修改|动|動|改变|改變)[^。，？?吗嗎]{1,20}的(?:前提|情况|情況)下|(?:先|要先)(?:问|問|征得)我',
    '(?:だけ|のみ)(?:を)?(?:使|変更|修正|編集)|(?:必ず|常に)[^。、]{1,30}(?:こと|ください|下さい|する)|(?<!\\d)\\d+[^。、]{0,8}(?:以内|以下)(?:に|で|と)|(?:変更|変え|触れ|触ら|壊さ)(?:せず|ず|ない)(?:に|まま|で)|そのまま(?:に|で)[^。]{0,10}(?:ください|下さい|おいて)|(?:先に|まず)(?:確認|聞いて|私に)',
  ].join('|'),
  'iu',
)

/** How long a message is, in characters, and whether parts of it were pasted. */
type Message = { readonly length: number; readonly hasPaste: boolean }

/** Past so many characters a message may describe what somebody else laid down: only orders count. */
const longestTyped = 1200

/**
 * Whether a sentence that lays something down leaves no choice: a ban, a limit, a duty. Wishes for the result and single
 * orders do not count, nor do questions, nor what only an order to the agent makes certain in a long message.
 */
export function isFirm(sentence: string, { length, hasPaste }: Message): boolean {
  const text = sentence.replaceAll(/[*_~]{2,}/g, '').replace(/^\s*\d{1,2}[.)]\s+/, '')
  if (isNoDemand(text)) return false
  if (firmElsewhere.test(text) && !isAsked(text)) return true
  if (length <= longestTyped && !hasPaste && firmKindsElsewhere.test(text) && !isAsked(text)) return true
  const isLong = length > longestTyped || hasPaste
  return Object.entries(firmEnglish).some(
    ([kind, words]) =>
      (!isLong || firmInLong.has(kind)) && (!isAsked(text) || kind === 'ban') && words.test(text),
  )
}

function isAsked(text: string): boolean {
  return /$(?<=(?:吗|嗎|呢|如何|怎么|怎麼)[^，。]*?)|[?？]["”’)]?\s*$/.test(text)
}

/** A row of a table, a command of the agent's, something that is so and should not. */
function isNoDemand(text: string): boolean {
  return (
    /\s\|\s|^\/\w|^['"‘“]/.test(text) ||
    complaint.test(text) ||
    isFollowed(text, shouldBut) ||
    isFollowed(text, reported)
  )
}
const complaint =
  /\b(?:is|are|['’]s) (?:still|currently) \p{L}+ing\b|^only \S+ (?:in|on|of|from|at) (?:\S+ ){1,4}(?:is|are|was|were|does|did)\b/iu
const shouldBut = {
  first: /\b(?:should(?:n['’]?t)?|must)\b/iu,
  later:
    /(?:,|\bbut\b|\byet\b) ?(?:but |yet )?(?:it|they|this|that|there)(?:['’]s|\s+(?:still|is|are|does|do|shows?|keeps?|currently|only|now|seems?)\b)/iu,
  between: /\n/,
}
/** What somebody or something else says, or is to say. */
const reported = {
  first:
    /\b(?:say(?:s|ing)?|said|tells?|telling|told|says that|stat(?:es|ing)|reads|instruct(?:s|ing)|warn(?:s|ing)|suggested)\b/i,
  later: /\b(?:do not|don['’]?t|never|must|only|should)\b/i,
  between: /[.;]/,
}
