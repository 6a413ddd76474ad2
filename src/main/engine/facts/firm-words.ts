import { opening, words } from './word-patterns.ts'

const polite =
  "please|pls|plz|kindly|and|but|so|then|also|just|ok|okay|no|yes|yep|yeah|nope|now|again|note|important|remember|rule|btw|by the way|however|first|finally|instead|for now|for this|to|again|meanwhile|in general|really|critical(?:ly)?|strictly|absolutely|otherwise"

const ban = "(?:do not|don['’]?t|donot|do n['’]t|never|avoid)"
/** Verbs of the mind and of having: after `don't` they tell, and ask for nothing. */
const telling =
  '(?:you|we|i|they|he|she|it|really|even|think|know|worry|mind|see|understand|have|get|got|remember|care|like|believe|recall|feel|seem|work|exist|hesitate|need|appear|want|happen|match|fit|look|always|been|had|again|say|tell me|be (?:shy|afraid|sorry)|had|did|was|were|is|are|support|sure|love|hate|mean|agree|trust|expect|find|forget|gaslight|lie|give up|bother|stress|panic|blame|ever (?:see|get))'

/** Words of English that leave no choice about how to work, or what the result must be. */
export const firmEnglish: Readonly<Record<string, RegExp>> = {
  /** `Do not touch the tests`, at the beginning of a sentence or of a clause of it. */
  ban: opening(polite, `${ban} (?!${telling}(?![\\p{L}]))["'*]?\\p{L}+(?![:/]{2,})`),
  /** `and don't touch it`, in the middle of a sentence. */
  banAfter: new RegExp(`\\b(?:and|but) (?:please )?(?:do not|don['’]?t) (?!${telling}\\b)\\p{L}+`, 'iu'),
  unwanted: words(
    "(?:I|we) (?:really |also |still |definitely |absolutely )?(?:don['’]?t|do not) (?:really |actually |ever )?want (?:to (?!have\\b|miss|spend|waste|be\\b|lose|go|deal)|any|the|it to|this to|that to|you to|them to|a|an|new|extra|more)",
  ),
  mustNot: words(
    "must(?:n['’]?t| not| never)|(?:may|shall|can) (?:not|never|only) (?:be (?:changed|modified|touched|edited|removed|renamed|used)|exceed|depend|use|change|modify|touch)",
    "should(?:n['’]?t| not| never| no longer) (?!be (?:hard|difficult|too|a problem|an issue|that|very|long|needed|necessary|there|happening|possible|the case|in (?:the|here)|like (?:this|that)|\\p{L}+ing)|happen|matter|take|cause|crash|error|fail|occur|exist|need|have (?:been|to)|get|see|we|i|it|this|that|they|you|you\\b|the)\\p{L}+",
    'under no circumstances|in no case|on no account|by no means|at all costs|no exceptions',
    '(?:is|are) (?:strictly )?(?:off[- ]limits|forbidden|prohibited|non-negotiable|untouchable)',
  ),
  must: words(
    '(?<!(?:it|this|that|they|there|he|she|I|which) )must (?:always |only |still |also |strictly |all )*(?!have\\b|be (?:installed|running|logged|too|connected|able)|have (?:\\p{L}+ed|gone|done|got)|be (?:because|a (?:bug|problem|mistake|way|better)|due|something|some|wrong|missing|related|that)|a\\b|also\\b|not)\\p{L}+',
    'shall (?:always |only )?be',
  ),
  should: words(
    'should (?:only|always|all|both|exactly|strictly|remain|stay|match|follow|respect|conform)',
    'should (?:still |also )?(?:be|use|have|look|behave|work) (?:exactly |consistent|identical|the same|read[- ]only|optional|required|mandatory|at (?:least|most)|no more|exactly|based on|limited|case[- ](?:in)?sensitive|idempotent|immutable|independent)',
  ),
  only: opening(
    polite,
    'only (?!(?:used|then|recently|just|thing|way|the|problem|issue|one|a|an|when|if|difference|time|got|see|saw|this|that|works?|shows?|gives?|returns?|has|have|had|be|after|because)\\b)\\p{L}+',
    'focus (?:\\p{L}+ )?(?:only|solely|strictly|exclusively|just) on|(?:only|solely|strictly|exclusively) focus on',
    '(?:use|edit|change|modify|touch|show|allow|include|write|run|import|return|report|read|add|make|output|give|display|answer|reply|respond|accept|keep|check|fix|update|implement|apply|support|list|count|send|call) only (?!one thing)\\p{L}+',
    '(?:use|edit|change|modify|touch|show|allow|include|write|import|return|report|output|answer|reply|respond|accept|check|list|support|flag|mention) [^.,;:?]{2,80} only[.!)]*$',
  ),
  always: opening(
    polite,
    "(?:always|from now on|going forward|in (?:the )?future) (?!(?:been|fails?|crash|returns?|shows?|gets?|had|was|is|the|a|has|get|got|getting|works?)\\b)\\p{L}+",
    'whenever you|(?:each|every) time you|before (?:each|every|any)|after (?:each|every|any)',
  ),
  keep: opening(
    polite,
    '(?:keep|leave) (?:[^.?!]{1,90} )?(?:unchanged|untouched|intact|alone|as (?:is|it is|they are|they were|before)|as-is|the same|stable|private|simple|short|minimal|small|concise|brief|consistent|in place|separate|identical|compatible)',
    '(?:keep|maintain|preserve|retain) (?:all |the |its |our |my |strict |full )*(?:existing|same|current|original|backwards?|compatib|functionalit|behaviou?r|style|structure|format|semantics|logic|layout|design|api)',
    'preserve (?:all|the|any|existing)|stick (?:to|with)|adhere to|comply with|stay (?:within|in|on|away|close|consistent)',
    '(?:follow|match|respect|honou?r|reuse) (?:the |our |my |this |these |all |any |existing |current |same |project )+(?:\\S+ ){0,3}?(?:conventions?|style|guidelines?|rules?|standards?|patterns?|structure|format|principles?|specs?|naming|architecture)',
  ),
  without: words(
    "without (?:any |first |ever |also |actually )*(?:asking|touching|changing|modifying|breaking|adding|using|removing|losing|installing|altering|rewriting|introducing|creating|editing|affecting|deleting|renaming|new|external|extra|additional|my|permission|exceptions?|third[- ]party|dependencies|emojis?|comments)",
  ),
  limit: words(
    '(?:no|not) (?:more|fewer|less|longer|larger|bigger|later|higher|lower) than',
    'at (?:most|least) (?:\\d|one|two|three|four|five|six|ten)',
    '(?:max(?:imum)?|min(?:imum)?)(?: of| is|:)? \\d[\\d.,]*',
    '(?:keep|stay|limit|cap)(?:\\S* \\S+){0,5} (?:under|below|within|to|at) (?:the )?\\d+',
    'exactly (?:\\d+|one|two|three|four|five)',
  ),
  sure: opening(
    polite,
    "(?:make (?:absolutely |very )?sure|ensure|be (?:sure|careful|certain)|see to it)\\b(?=[^?]*(?<![\\p{L}])(?:not (?!too)|never|\\p{L}+n['’]t|only|always|stays?|remains?|consistent|consistently|existing|backwards?|without|minimal|compatible)(?![\\p{L}]))[^?]*",
  ),
  none: opening(
    polite,
    'no (?:new|external|other|extra|additional|further|third[- ]party|breaking|manual|hard[- ]?cod\\p{L}*|emojis?|mocks?|mocking|placeholders?|dependencies|frameworks?|libraries|comments?|fallbacks?|refactor\\p{L}*|explanations?|preamble|markdown|TODOs?|shortcuts?|feature flags?|any types?|console\\.log|stubs?|fake|guess\\p{L}*|assumptions)',
    'nothing (?:else|outside|beyond|more)|(?:and |but )?nothing else',
  ),
  rather: opening(
    polite,
    "(?:use|prefer|choose) [^.,;?]{1,60} (?:instead of|rather than|over) |prefer (?!to\\b)\\p{L}+|I (?:strongly |really )?prefer |(?:i['’]d|i would|we['’]d) (?:much )?rather (?:you|not|we|have|keep|use)",
  ),
  permission: words(
    'ask (?:me )?(?:first|before)|(?:wait|stop)(?: and wait)? (?:for|until) (?:my|i |me |you have my|confirmation|approval)|(?:get|need|with|until|unless) my (?:approval|permission|ok|confirmation|consent)|unless I (?:say|ask|tell|explicitly|approve|specifically)|until I (?:say|tell|approve|confirm|ask|review|give)|unless (?:explicitly|specifically) (?:asked|told|requested|instructed)|before (?:making|doing) any changes|(?:this is|stay|work|keep it|strictly)(?: an?| in)? (?:read|analysis|planning|research|review|plan|docs?|documentation)[- ]only|(?:read|analysis|planning|research|review)[- ]only (?:task|mode|pass|session|request|for now)',
  ),
}


/** The kinds that are orders to the agent, and so stay what they are in a long message. */
export const firmInLong: ReadonlySet<string> = new Set([
  'ban',
  'banAfter',
  'unwanted',
  'only',
  'always',
  'keep',
  'none',
  'permission',
])

/** The same in other languages: bans first of all, and words for must and only. */
export const firmElsewhere = new RegExp(
  [
    "(?<!\\p{L})(?:jamais|interdit\\p{L}*|ne pas|(?<!\\bje )doi(?:s|t|vent)|uniquement|(?:ne|n['’]) ?(?!hésit|oubli|vous inqui|t['’]inqui)\\p{L}+(?:e|es|ez|ons|is|s) (?:pas|jamais|rien|aucun\\p{L}*|que))(?!\\p{L})",
    '(?<!\\p{L})(?:niemals|nie|keinesfalls|auf keinen Fall|darfs?t?|dürfen|muss|müssen|ausschlie(?:ß|ss)lich|nur|verboten|keine?[nrms]?|nicht \\p{L}+en)(?!\\p{L})',
    '(?<!\\p{L})(?:nunca|jamás|(?<!que )deben?|prohibid[oa]s?|sin \\p{L}+[aei]r|no quiero que)(?!\\p{L})|^(?:por favor,? |y |pero )*no \\p{L}+(?:es|as)(?!\\p{L})',
    '(?<!\\p{L})(?:deve|devono|vietat[oaie]|senza \\p{L}+re|non voglio)(?!\\p{L})|^(?:per favore,? |e |ma )*non \\p{L}+(?:are|ere|ire)(?!\\p{L})',
    '(?<!\\p{L})(?:devem?|apenas|somente|proibid[oa]s?|sem \\p{L}+[aei]r|não quero que)(?!\\p{L})|^(?:por favor,? |e |mas )*não \\p{L}+(?:e|em|es)(?!\\p{L})',
    '(?<!\\p{L})(?:нельзя|никогда|запрещ\\p{L}+|долж(?:ен|на|но|ны)|обязательно|только|не \\p{L}+(?:йте|ьте|ите|й|ь))(?!\\p{L})',
    '(?<![^，。；、：,;:!！（(\\s])(?:请|請|但是?|先|也|就|都|再|而且|并且|千万)?不要(?![有误再这那]|是不是)|请勿|請勿|切勿|禁止|严禁|嚴禁|必须|必須|务必|務必|不得|不准|不许|仅限|只(?:改|用|修改|允许)',
    'ないで(?:ください|下さい|ね|[。！!]|$)|禁止|必ず|てはいけ|てはなら|絶対|하지\\s?마|마세요|말아|반드시|절대',
  ].join('|'),
  'iu',
)
