"""The words of the toy corpora, in both languages. Data only; `grammar` gives it its meaning.

NOUNS: one noun a line, the most frequent first: `English | article Portuguese | words it prefers`. The Portuguese
article carries the gender. A noun takes the words it prefers PREFERENCE times as often as their list would, so the
order of neighbours inside a class means something: cat is nearer to dog than to parrot.
VERBS, ADJECTIVES: `English/Portuguese`; a starred word is used only by nouns that prefer it. The feminine of an
adjective in -o ends in -a, every other adjective has one form.
"""

PREFERENCE = 12.0
ZIPF = 0.8  # weight of the noun at rank r inside its class: 1 / r ** ZIPF

SUPERCLASSES = {
    "animal": ("pet", "wild", "farm", "fish"),
    "time": ("weekday", "month"),
    "nourishment": ("food", "drink"),
    "human": ("person", "name"),
    "location": ("place", "room"),
    "thing": ("instrument", "furniture", "vehicle", "clothing"),
    "nature": ("water", "weather"),
    "finance": ("money",),
    "appearance": ("colour",),
}

# What a class is called in Portuguese; its English name is its key everywhere in this file.
CLASS_NAMES_PT = {
    "pet": "bicho de estimação",
    "wild": "animal selvagem",
    "farm": "animal de fazenda",
    "fish": "peixe",
    "weekday": "dia da semana",
    "month": "mês",
    "food": "comida",
    "drink": "bebida",
    "person": "pessoa",
    "name": "nome",
    "place": "lugar",
    "room": "cômodo",
    "instrument": "instrumento",
    "furniture": "móvel",
    "vehicle": "veículo",
    "clothing": "roupa",
    "water": "água",
    "weather": "tempo",
    "money": "dinheiro",
    "colour": "cor",
}

# Which languages write an article before a noun of the class; everywhere else both do.
BARE = {"name": ("en", "pt"), "month": ("en", "pt"), "weekday": ("en",), "colour": ("en",)}

# Words with two senses: they belong to no class.
AMBIGUOUS = {"en": ("bank",), "pt": ("banco",)}

# The pairs every score speaks of: two of a kind, a far word, another far word.
ANCHORS = {"en": ("cat", "dog", "Tuesday", "xylophone"), "pt": ("gato", "cachorro", "terça", "xilofone")}

NOUNS = {
    "pet": """
        cat | o gato | slept furry meowed
        dog | o cachorro | slept furry barked
        rabbit | o coelho | jumped furry
        parrot | o papagaio | sang colourful
        hamster | o hamster | hid small
        turtle | a tartaruga | hid quiet
        canary | o canário | sang colourful""",
    "wild": """
        lion | o leão | roared fierce
        wolf | o lobo | hunted fierce
        bear | o urso | slept strong
        tiger | o tigre | roared fierce
        monkey | o macaco | climbed shy
        elephant | o elefante | walked enormous
        fox | a raposa | hunted shy
        giraffe | a girafa | walked enormous""",
    "farm": """
        cow | a vaca | grazed heavy
        horse | o cavalo | galloped strong
        pig | o porco | ate fat
        sheep | a ovelha | grazed woolly
        hen | a galinha | pecked fat
        goat | a cabra | grazed woolly
        duck | o pato | pecked fat""",
    "fish": """
        salmon | o salmão | jumped big
        trout | a truta | jumped small
        tuna | o atum | swam big
        sardine | a sardinha | circled small
        carp | a carpa | hid heavy
        cod | o bacalhau | swam heavy""",
    "weekday": """
        Monday | a segunda | busy
        Tuesday | a terça | busy
        Friday | a sexta | lively
        Saturday | o sábado | lively
        Sunday | o domingo | peaceful
        Wednesday | a quarta | tiring
        Thursday | a quinta | tiring""",
    "month": """
        January | o janeiro | peaceful
        March | o março | busy
        July | o julho | peaceful
        December | o dezembro | lively
        April | o abril | busy
        June | o junho | lively
        October | o outubro | tiring
        August | o agosto | tiring
        September | o setembro | busy""",
    "instrument": """
        piano | o piano | old expensive
        xylophone | o xilofone | colourful cheerful
        guitar | o violão | new popular
        violin | o violino | old expensive
        flute | a flauta | cheap light
        drum | o tambor | noisy popular
        trumpet | o trompete | noisy golden""",
    "food": """
        bread | o pão | hot homemade
        cheese | o queijo | salty fresh
        apple | a maçã | ripe fresh
        soup | a sopa | hot salty
        cake | o bolo | sweet homemade
        rice | o arroz | hot salty
        banana | a banana | ripe sweet
        egg | o ovo | fresh boiled""",
    "drink": """
        coffee | o café | hot strong
        tea | o chá | hot weak
        milk | o leite | warm fresh
        juice | o suco | cold sweet
        wine | o vinho | strong expensive
        lemonade | a limonada | cold sweet""",
    "colour": """
        red | o vermelho |
        blue | o azul |
        green | o verde |
        black | o preto |
        white | o branco |
        yellow | o amarelo |
        brown | o marrom |""",
    "person": """
        teacher | a professora | talked patient
        doctor | o médico | worked serious
        student | o aluno | studied young
        nurse | a enfermeira | worked patient
        neighbour | o vizinho | talked curious
        lawyer | a advogada | waited serious
        engineer | o engenheiro | studied serious
        singer | a cantora | sang young""",
    "name": """
        Anna | a Ana | smiled happy
        John | o João | worked tired
        Mary | a Maria | smiled happy
        Peter | o Pedro | studied worried
        Julia | a Júlia | laughed happy
        Paul | o Paulo | worked tired
        Lucy | a Lúcia | laughed calm
        Mark | o Marcos | waited worried""",
    "place": """
        school | a escola | large busy
        market | o mercado | crowded busy
        park | o parque | large quiet
        museum | o museu | old quiet
        hospital | o hospital | modern crowded
        library | a biblioteca | old quiet
        theatre | o teatro | old elegant
        station | a estação | modern crowded""",
    "room": """
        kitchen | a cozinha | bright warm
        bedroom | o quarto | tidy quiet
        bathroom | o banheiro | small cold
        office | o escritório | tidy quiet
        garage | a garagem | dark dusty
        balcony | a varanda | bright warm
        attic | o sótão | dark dusty""",
    "furniture": """
        table | a mesa | large wooden
        chair | a cadeira | simple wooden
        sofa | o sofá | soft expensive
        bed | a cama | soft large
        shelf | a estante | simple wooden
        wardrobe | o armário | heavy old
        lamp | a luminária | modern simple""",
    "vehicle": """
        car | o carro | fast new
        bus | o ônibus | full slow
        train | o trem | full punctual
        bicycle | a bicicleta | light cheap
        truck | o caminhão | heavy slow
        taxi | o táxi | expensive punctual
        motorcycle | a moto | fast noisy""",
    "clothing": """
        shirt | a camisa | light cheap
        coat | o casaco | warm heavy
        dress | o vestido | elegant long
        hat | o chapéu | old elegant
        skirt | a saia | elegant long
        scarf | o cachecol | warm soft
        sweater | o suéter | warm soft""",
    "money": """
        money | o dinheiro | necessary
        loan | o empréstimo | large new
        salary | o salário | monthly small
        debt | a dívida | large late
        cheque | o cheque | late small
        deposit | o depósito | monthly small
        mortgage | a hipoteca | large new""",
    "water": """
        river | o rio | wide muddy
        lake | o lago | calm clear
        stream | o riacho | cold clear
        pond | a lagoa | calm muddy
        canal | o canal | wide deep
        creek | o córrego | cold clear""",
    "weather": """
        rain | a chuva | constant heavy
        wind | o vento | constant strong
        storm | a tempestade | sudden strong
        snow | a neve | constant heavy
        heat | o calor | intense
        fog | a neblina | sudden dense
        frost | a geada | intense sudden""",
}

VERBS = {
    "pet": "slept/dormiu ate/comeu ran/correu played/brincou jumped/pulou hid/se_escondeu *sang/cantou"
    " *meowed/miou *barked/latiu",
    "wild": "hunted/caçou ran/correu slept/dormiu walked/andou fed/se_alimentou *roared/rugiu *climbed/trepou",
    "farm": "ate/comeu drank/bebeu slept/dormiu walked/andou grew/engordou *grazed/pastou *galloped/galopou"
    " *pecked/ciscou",
    "fish": "swam/nadou jumped/pulou hid/se_escondeu circled/circulou sank/afundou",
    "animal": "rested/descansou appeared/apareceu disappeared/desapareceu moved/se_mexeu stopped/parou",
    "human": "talked/conversou worked/trabalhou waited/esperou smiled/sorriu studied/estudou laughed/riu *sang/cantou",
}

ADJECTIVES = {
    "pet": "small/pequeno tame/manso gentle/dócil quiet/quieto spoiled/mimado *furry/peludo *colourful/colorido",
    "wild": "fierce/feroz strong/forte shy/arisco dangerous/perigoso *enormous/enorme",
    "farm": "fat/gordo healthy/saudável heavy/pesado strong/forte calm/calmo *woolly/lanudo",
    "fish": "fresh/fresco big/grande small/pequeno heavy/pesado silvery/prateado",
    "animal": "old/velho young/jovem hungry/faminto beautiful/bonito thin/magro",
    "time": "busy/corrido lively/animado peaceful/tranquilo tiring/cansativo",
    "thing": "old/velho new/novo expensive/caro cheap/barato beautiful/bonito simple/simples",
    "instrument": "old/antigo new/novo expensive/caro cheap/barato popular/popular noisy/barulhento light/leve"
    " *colourful/colorido *cheerful/alegre *golden/dourado",
    "furniture": "large/grande simple/simples heavy/pesado old/antigo modern/moderno *wooden/rústico *soft/macio",
    "vehicle": "fast/rápido slow/lento new/novo noisy/barulhento heavy/pesado *full/lotado *punctual/pontual"
    " *light/leve",
    "clothing": "warm/quente light/leve elegant/elegante cheap/barato long/comprido heavy/pesado soft/macio",
    "place": "large/grande busy/movimentado crowded/lotado quiet/tranquilo old/antigo modern/moderno *elegant/elegante",
    "room": "bright/claro warm/quente tidy/arrumado quiet/tranquilo small/pequeno dark/escuro cold/frio"
    " *dusty/empoeirado",
    "location": "empty/vazio clean/limpo dirty/sujo full/cheio",
    "food": "hot/quente fresh/fresco delicious/delicioso *salty/salgado *sweet/doce *homemade/caseiro"
    " *ripe/maduro *boiled/cozido",
    "drink": "hot/quente cold/gelado strong/forte sweet/doce fresh/fresco *weak/fraco *warm/morno *expensive/caro",
    "nourishment": "good/gostoso bad/ruim excellent/excelente terrible/péssimo",
    "human": "tired/cansado happy/feliz worried/preocupado calm/calmo ill/doente",
    "person": "patient/paciente serious/sério young/jovem honest/honesto *curious/curioso",
    "money": "large/enorme small/pequeno new/novo late/atrasado monthly/mensal *necessary/necessário",
    "water": "wide/largo calm/calmo cold/frio deep/fundo clear/limpo *muddy/barrento",
    "weather": "strong/forte sudden/repentino constant/constante intense/intenso *heavy/pesado *dense/denso",
    "nature": "beautiful/bonito dangerous/perigoso strange/estranho different/diferente",
}
