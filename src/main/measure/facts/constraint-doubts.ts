import { joinPatterns, buildWordsPattern } from './word-patterns.ts'

/** One kind of doubt about a sentence: what it takes away, and how it is recognised. */
type Doubt = {
  readonly weight: number
  readonly says: RegExp
  readonly unless?: RegExp
  readonly inLong?: boolean
}

const polite =
  "(?:(?:/\\S+|ok|okay|so|and|but|also|then|now|next|first|finally|please|pls|just|yes|yeah|sure|great|nice|cool|good|can you|could you|let['’]?s|go ahead and|you (?:can|should|need to)|we (?:can|should|need to)|i want you to|i(?:['’]d| would) like you to|i need you to)(?:\\s?,)?\\s+)*"

/** Verbs of one thing to do. */
const chores =
  '(?:re-?)?(?:check|run|test|read|verify)|put (?:it|this|that|them)|add|analy[sz]e|apply|build|change|check|clean|clone|commit(?! messages?)|continue|convert|copy|create|debug|delete|deploy|do|execute|explain|extend|fetch|find|fix|generate|give|go|help|implement|improve|insert|install|integrate|investigate|log|look|make (?!sure)|(?:name|call) (?:it|the|this)|place|merge|modify|move|open|proceed|pull|push|read|redo|refactor|remove|rename|reorder|replace|reply|scan|count|list|summari[sz]e|document|migrate|rebuild|populate|download|upload|draw|render|restart|retry|revert|review|rewrite|run|search|set|show|split|start|suggest|switch|tell|test|think|try|undo|update|upgrade|verify|write'

/** Words that make a rule or a limit of an order. */
const general = buildWordsPattern(
  'never|no more|only|always|must|every time|whenever|at most|max(?:imum)?|instead of|rather than|unless|exclusively|without|(?:before|after|for|on) (?:each|every)|(?:before|after) any|before \\p{L}+ing',
  "do not|(?:do|does|should|must|can|wo)n['’]?t|cannot",
  'as (?:small|simple|minimal|few|little|short)\\p{L}*|smallest|simplest|minimal(?:ly)?|sparingly',
)
const bans = buildWordsPattern(
  "never|must(?:n['’]?t)?|do not|don['’]?t|under no circumstances|only|not allowed|forbidden|without",
)

/** What speaks against a sentence of English, or of any language where the words are its own. */
export const doubts: Readonly<Record<string, Doubt>> = {
  /** One thing to do, without a word that makes a rule of it. */
  chore: { weight: 3, says: new RegExp(`^${polite}(?:${chores})\\b`, 'iu'), unless: general },
  /** Something to report or look at, whatever its words. */
  inquiry: {
    weight: 3,
    says: new RegExp(
      `^${polite}(?:explain|tell me|show me|look (?:at|into)|check (?:if|whether|out)|review|see if|find out|describe)\\b`,
      'iu',
    ),
    unless: buildWordsPattern("do not|don['’]?t|never|must"),
  },
  /** A tool, a skill or an agent to use now. */
  instrument: {
    weight: 3,
    says: /^(?:[\p{L}']+,?\s+){0,4}use (?:\/\w|@\w|(?:\S+ ){0,5}?\S*(?:skills?|sub-?agents?|agents?|superpowers?|mcp|workflow|prompt|attempt_completion)\b)|`?attempt_completion\b/iu,
    unless: bans,
  },
  /** A state to reach once, or something to report. */
  once: {
    weight: 3,
    says: buildWordsPattern(
      "tell me|let me know|show me|latest (?:pull|version|changes|main|dev)|up[- ]to[- ]date|checked out|uncommitted|everything(?:['’]s| is)? work\\p{L}*|(?:we|you)['’]?ve (?:got|done)|(?:we|you) (?:have|got|did|covered)|(?:should|needs? to|to) be (?:replaced|removed|renamed|deleted|added|moved|fixed|updated|changed)|correctly implement\\p{L}*|works? now|(?:is|are|['’]re|['’]s) (?:\\p{L}+ing )?(?:the )?(?:correct\\p{L}*|right|accurate|working|good|fine)|(?:sure|remember|forget) to (?:also )?(?:say|mention|include|add|tell|note|write|update|test|commit|push|check|run)|(?:make sure|ensure) (?:we|you|it|this|that) (?:do|have|has|add|set|gets?|got)(?! not| only| never| always)|exists?$|(?:add|create|write|update|fix) (?:it|this|that|them)",
    ),
    unless: bans,
  },
  /** What others see, guess, or find likely. */
  guess: {
    weight: 3,
    says: buildWordsPattern(
      'must (?:be (?:a|an|because|that|something|some|due|related|missing|wrong)|have been|have (?:\\p{L}+ed|done|gone|got|made))',
      "shouldn['’]?t (?:be (?:\\p{L}+ )?(?:hard|difficult|too|a problem|an issue|that|very|long|any)|take|matter|happen|cause)",
      'should (?:(?:now|still|already|also|probably|reliably|just|all) )*(?:work|be (?:working|fine|good|ok|okay|able|enough|easy|trivial|correct|done|there|ready|safe|possible|straightforward)|have (?:been|had|\\p{L}+ed)|serve|succeed|help|suffice)',
      '(?:can|could) always|(?:that|this|it|which|they) may not|that should|this should (?:now |still )?(?:work|fix|solve|help|do)|could be|would be|would have|might|probably|presumably|apparently|in theory|theoretically',
      'should (?:I|we|it|he|she|they|this|that)',
      'should not be (?:needed|necessary)|no one is|obviously|\\p{L}+ says|according to',
    ),
    unless: buildWordsPattern("never|do not|don['’]?t|must not|mustn['’]?t|only"),
  },
  /** What somebody did. */
  recounted: {
    weight: 4,
    says: new RegExp(
      joinPatterns(
        "\\byou(?:['’]ve| have| had)?(?: \\p{L}+ly| just| also| then)? (?:did|didn['’]?t|forgot|said|told|mentioned|made|removed|changed|added|broke|deleted|created|ignored|missed|wrote|used|gave|put|were|was)\\b",
        '^(?:includes|displays|returns|shows|contains|provides|supports|handles|creates|adds|uses|accepts|calls|has|implements|defines)\\b',
        '^(?:then )?(?:created|added|updated|fixed|implemented|removed|changed|moved|done|completed|tested|verified|told|found|tried|got|failed|saw)\\b',
        "\\b(?:it|this|that|he|she|they)(?:['’]s| is| was| has| had)? (?:\\p{L}+ly )?(?:means|meant|causes|caused|happens|happened|shows|showed|does|did|says|said|returns|returned|crashes|crashed|because|already|currently)\\b",
        '\\bI (?:just |now |also |still |already |only |have |had |did )*(?:get|got|see|saw|tried|ran|noticed|did|made|asked|told|said|thought|found|have already|undid|changed|added|removed|moved|deleted|created)\\b',
        "^(?:if|when) I\\b(?!.*\\bshould\\b)|^(?:follow|use|keep|do|fix) (?:them|it|that|this)[.!]*$|^no (?:man|bro|dude|sir|wait|way)\\b|^(?:because|since|as such|or)\\b|\\bthe fact that\\b|\\b(?:it|they|this|that)['’]?s? (?:is |are )?not \\p{L}+(?:ed|ing)\\b|\\bI(?:['’]ve| have)? (?:put|set|left|kept)\\b",
        '^(?:because|since)\\b|\\b(?:is|are) now\\b|\\bnow \\p{L}{2,}s\\b(?! only)',
        '^(?:that|this|it) (?:means|causes|is|was|happens)\\b|\\b(?:was|were|has been|had been|have been)\\b',
      ),
      'iu',
    ),
    unless: buildWordsPattern(
      "do not|don['’]?t|must(?: not)?|should (?:not|never)|please|rather|important|crucial|essential|vital|critical|necessary|read[- ]only",
    ),
  },
  /** What a tool or a screen says. */
  screen: {
    weight: 5,
    says: /\bno (?:\p{L}+ ){0,3}(?:found|available|changes|output|matches|errors?|such|result)\b|\bNone$|\bnot found\b|unique "key" prop|\b(?:TypeError|ReferenceError|SyntaxError|ENOENT|EACCES|HTTP \d{3}|exit code)\b|^[\w.-]+:\s*(?:\[|\{|None|null|true|false|\d)|best judge?ment|^['"‘“]/iu,
  },
  /** Praise and judgement, as reviews have them. */
  review: {
    weight: 4,
    says: buildWordsPattern(
      'well[- ](?:structured|designed|documented|written|organi[sz]ed)|properly (?:handled|documented|implemented)|gracefully|this (?:implementation|approach|change|PR|design|function|method|code|commit|pattern|fix)|the (?:implementation|approach|PR|code|diff|author|reviewer|codebase) (?:is|has|does|should|could|looks|uses|shows)|(?:critical|high|medium|low|minor|major)(?: severity)?:|severity|nit|LGTM|potential (?:issue|bug|problem)s?|consider \\p{L}+ing|recommend(?:ed|s|ation)?',
    ),
    unless: buildWordsPattern("do not|don['’]?t|never|please|I (?:want|need|prefer)"),
  },
  /** A plan, a title, a few words without a verb. */
  scrap: {
    weight: 3,
    says: /^(?:[\p{Script=Latin}'’.,!:-]+\s+){0,1}[\p{Script=Latin}'’.,!:-]+$|^(?:ok|okay|yes|no|yeah|yep|nope|thanks|hm+|lol|wow)[\s,]+(?![\s,])(?:\S+(?:\s+\S+){0,2}\s*)?$/iu,
    unless: buildWordsPattern(
      "do not|don['’]?t|no|never|avoid|only|ne|nicht|keine?|non|não|nunca|sin|не|keep|use|follow|usa|utilise|evit\\p{L}*|évit\\p{L}*|vermeide|respect\\p{L}*",
    ),
  },
  /** A reason, and then the thing to do; or what the person would do. */
  thereupon: {
    weight: 2,
    says: new RegExp(
      `[,;]\\s+(?:(?:so|then|and|please|kindly|now|also)\\s+)*(?:${chores}|let['’]?s|lets)\\b|\\blet me (?:paste|choose|select|add|edit|see|pick|enter|upload)\\b`,
      'iu',
    ),
    unless: bans,
  },
  /** What manuals say to whoever reads them. */
  manual: {
    weight: 3,
    inLong: true,
    says: /\b(?:if|when|after|once|every|each|any|the) (?:\S+ ){0,2}you(?:['’]re| are| have| want| can| do| create| use| open| need)\b|\b(?:users?|developers?|customers?|it|they|this|which) (?:can|could|may|will|is|are|means|allows?)\b|\bfuture\b/iu,
    unless: bans,
  },
  /** What may be done, and need not. */
  leave: {
    weight: 3,
    says: /^(?:\S+\s+){0,2}you (?:can|may|could)\b/i,
    unless: buildWordsPattern("only|not|never|except|without|cannot|can['’]?t"),
  },
  /** A command of the agent's, with what it is to look at. */
  command: { weight: 4, says: /^\/\w[\w:-]*\s+\p{L}/u },
  /** A wish for something to be made. */
  wish: {
    weight: 2,
    says: /\b(?:we|I) (?:(?:then|also|now|first|still|just) )*(?:need|have|want) (?:to|an?|some)\b|\bneeds? to be an? \p{L}+|^(?:\S+\s+){0,3}I want (?:it|them|this|that|the|you|my|a)\b|^(?:(?:now|so|and|also|ok),?\s+)*(?:let['’]?s|lets|we should|we need to|we (?:will )?have to|you should|you need to|you have to|I need to|I have to|i(?:['’]d| would) like to|I want to|now this|this page)\b/iu,
    unless: buildWordsPattern("not|never|only|always|must|at most|do not|don['’]?t|without"),
  },
}
