"""The words of the toy world, in both languages, with what each stands for. Data only; `world` gives it its meaning.

Every word has three codes: its class (how sentences use it), its topic (where it is at home) and its look (what it
looks like). They are independent: two words share one of the three at most. The world is made so that "similar" can
mean three things; in a real text the three go together.

WORDS: one word a line: `topic | English | Portuguese | look | sprite`. A sprite is 8 x 8 pixels, two hexadecimal digits
a row from top to bottom. LOOKS: the colour of the sprite and of the ground behind it.
"""

TOPICS = {
    "home": "casa",
    "farm": "fazenda",
    "sea": "mar",
    "mountain": "montanha",
    "forest": "floresta",
    "city": "cidade",
    "party": "festa",
}

LOOKS = {
    "white": ("branco", "#ffffff", "#b4c8dc"),
    "black": ("preto", "#141418", "#5f6068"),
    "orange": ("laranja", "#eb7800", "#ffd28c"),
    "red": ("vermelho", "#c3141e", "#f08c82"),
    "green": ("verde", "#1e6e32", "#96d28c"),
    "yellow": ("amarelo", "#ffd700", "#968214"),
    "brown": ("marrom", "#5f320f", "#b48c64"),
    "grey": ("cinza", "#6e7378", "#bec3c8"),
    "blue": ("azul", "#1e46be", "#96bef5"),
    "pink": ("rosa", "#e13c8c", "#fabedc"),
    "purple": ("roxo", "#5a1482", "#c88ce6"),
    "tan": ("bege", "#d2aa73", "#f5ebd2"),
}

CLASSES = {
    "animal": "animal",
    "food": "comida",
    "drink": "bebida",
    "clothing": "roupa",
    "vehicle": "veículo",
    "person": "pessoa",
    "object": "objeto",
    "place": "lugar",
    "ground": "chão",
    "instrument": "instrumento",
}

WORDS = {
    "animal": """
        home | cat | gato | black | 81c3ffdbff7e3c00
        farm | sheep | ovelha | white | 006effff7e7e2424
        sea | crab | caranguejo | red | c381ff7eff7e5aa5
        mountain | fox | raposa | orange | 81c3e7ffdb7e3c18
        forest | owl | coruja | tan | 81ffdbdbff7e7e24
        city | pigeon | pombo | grey | 0030703c7f3e1414
        party | pony | pônei | brown | 060ffc7c7c7c4444""",
    "food": """
        home | bread | pão | tan | 007effdbdbff7e00
        farm | potato | batata | brown | 00387cfefe7e3c00
        sea | sardine | sardinha | grey | 00003d7fff7f3d00
        mountain | fondue | fondue | yellow | 0408ff7e7e3c185a
        forest | mushroom | cogumelo | white | 3c7effff1818183c
        city | pizza | pizza | orange | ff7e6e7e3c341818
        party | lollipop | pirulito | red | 3c7e667e3c181818""",
    "drink": """
        home | milk | leite | white | 18183c7e7e7e7e00
        farm | cider | sidra | tan | 7c7d7d7d7e7c7c00
        sea | cola | mate | brown | 02047e7e7e3c3c3c
        mountain | tea | chá | green | 2850fcfffdff7800
        forest | water | água | blue | 10183c3c7e7e7e3c
        city | coffee | café | black | 12247e7f7d7f3c7e
        party | champagne | champanhe | yellow | 3c3c3c3c1818183c""",
    "clothing": """
        home | apron | avental | green | 24243c3cff7e7e7e
        farm | boot | bota | black | 707070707c7e7f7f
        sea | swimsuit | maiô | blue | 42667e3c3c7e7e66
        mountain | scarf | cachecol | pink | 3c7e7e3c0c0c0c0a
        forest | cloak | capa | purple | 183c3c7e7e7effff
        city | coat | casaco | tan | 66ffffbdbd3c3c3c
        party | dress | vestido | white | 24243c183c7effff""",
    "vehicle": """
        home | pram | carrinho | blue | 0c1c3c3dff7e3c66
        farm | tractor | trator | green | 78487effffe7e742
        sea | sailboat | veleiro | white | 08181c3c7e08ff7e
        mountain | sled | trenó | red | 000101ff7e24ff7e
        forest | canoe | canoa | brown | 000281c7ff7e0000
        city | taxi | táxi | yellow | 183c66ffffff6600
        party | limousine | limusine | black | 00003cffffff4200""",
    "person": """
        home | grandmother | avó | purple | 08183c187e7effff
        farm | farmer | fazendeiro | blue | 3cff3c187e7e3c24
        sea | lifeguard | salva-vidas | yellow | 99db7e3c183c2442
        mountain | skier | esquiador | black | 18187e993c66c3ff
        forest | hunter | caçador | green | 3178317bfd784848
        city | nurse | enfermeira | white | 18187e18183c7e5a
        party | clown | palhaço | orange | 08183c7edbff663c""",
    "object": """
        home | lamp | abajur | yellow | 183c7eff1818187e
        farm | bucket | balde | grey | 3c42ff7e7e7e3c00
        sea | towel | toalha | pink | 7e7e007e7e007e7e
        mountain | ski | esqui | blue | c6c66c6c36361b1b
        forest | campfire | fogueira | orange | 1018387c7e7e3ce7
        city | briefcase | pasta | brown | 003c24ffffe7ffff
        party | gift | presente | green | 6618ffe700e7e7e7""",
    "place": """
        home | kitchen | cozinha | orange | 187eff00ffff7e00
        farm | barn | celeiro | red | 183c7effe7c3c3c3
        sea | pier | píer | tan | 0000ffff9999bd99
        mountain | cabin | cabana | brown | 183c7eff7e7e6666
        forest | cave | caverna | black | 3c7effe7c3c3c3c3
        city | park | parque | green | 183c7effff7e1818
        party | garden | jardim | pink | 183c7e3c185a3c18""",
    "ground": """
        home | dust | poeira | grey | 4408110044021048
        farm | hay | feno | yellow | 99db7e3c187effff
        sea | seaweed | alga | green | 24482412244812ff
        mountain | snow | neve | white | 995a3ce7e73c5a99
        forest | leaves | folhas | red | 031f3f7e7e7c70c0
        city | puddle | poça | blue | 00081c08007eff7e
        party | confetti | confete | purple | 9104902441088a21""",
    "instrument": """
        home | piano | piano | brown | ffffffababffc381
        farm | fiddle | rabeca | orange | 1818187e3c7e7e3c
        sea | accordion | sanfona | black | e7e7ffbdbdffe7e7
        mountain | horn | trompa | tan | c0c06030181e3f1e
        forest | flute | flauta | grey | 0000ffabff000000
        city | guitar | guitarra | red | 0302040c7cf8f870
        party | drum | tambor | blue | 427e81ffdba5ff7e""",
}

# Three questions and three passages of each class, English above Portuguese; x is the word. No sentence tells the topic
# or the look. The Portuguese word stands bare or after "cada" and "qual", which have no gender.
SENTENCES = {
    "animal": """
        which x sleeps in the basket ?
        qual x dorme no cesto ?
        why does the x bite ?
        por que cada x morde ?
        does the x run away ?
        será que cada x foge ?
        the x eats and sleeps .
        cada x come e dorme .
        the x has sharp eyes .
        cada x tem olhos atentos .
        the x runs when it hears us .
        cada x corre quando nos ouve .""",
    "food": """
        who cooks the x for lunch ?
        quem prepara x para o almoço ?
        how does the x taste ?
        que gosto tem x ?
        who shares the x at lunch ?
        quem divide x no almoço ?
        we cut the x with a knife .
        cortamos x com a faca .
        the x tastes better with salt .
        com sal x fica mais gostoso .
        he chews the x slowly .
        ele mastiga x devagar .""",
    "drink": """
        who drinks the x from a cup ?
        quem bebe x na xícara ?
        who pours the x into the glass ?
        quem serve x no copo ?
        is there x left in the bottle ?
        ainda há x na garrafa ?
        she drinks the x in one gulp .
        ela bebe x de um gole .
        the x fills the glass .
        com x se enche o copo .
        a cup of x quenches thirst .
        uma xícara de x mata a sede .""",
    "clothing": """
        who wears the x on the street ?
        quem veste x na rua ?
        does the x fit you ?
        cada x cai bem em você ?
        who sewed the x by hand ?
        quem costurou x à mão ?
        the x fits him well .
        cada x cai bem nele .
        she puts on the x over her shirt .
        ela põe x sobre a camisa .
        the x is made of cloth .
        cada x é de pano .""",
    "vehicle": """
        who rides in the x to school ?
        quem anda de x até a escola ?
        how fast does the x go ?
        com que velocidade vai cada x ?
        who parked the x at the corner ?
        quem parou cada x na esquina ?
        the x carries three passengers .
        cada x leva três passageiros .
        we travel by x on Sundays .
        viajamos de x aos domingos .
        the x stops at the corner .
        cada x para na esquina .""",
    "person": """
        what does the x say ?
        o que diz cada x ?
        who talks with the x every day ?
        quem conversa com cada x todo dia ?
        why does the x laugh ?
        por que cada x ri ?
        the x tells us a story .
        cada x conta uma história .
        the x laughs and talks .
        cada x ri e conversa .
        the x thinks about work .
        cada x pensa no trabalho .""",
    "object": """
        who forgot the x outside ?
        quem esqueceu x lá fora ?
        who needs the x right now ?
        quem precisa de x agora ?
        whose idea was the x ?
        de quem foi a ideia de x ?
        the x stands in the corner .
        cada x fica no canto .
        nobody touched the x since Monday .
        ninguém mexeu em x desde segunda .
        the x belongs to my sister .
        cada x pertence à minha irmã .""",
    "place": """
        who enters the x first ?
        quem entra primeiro em cada x ?
        what is behind the x ?
        o que há atrás de cada x ?
        who waits inside the x ?
        quem espera dentro de cada x ?
        the x opens at nine .
        cada x abre às nove .
        the x has two entrances .
        cada x tem duas entradas .
        people meet near the x in the evening .
        todos se encontram perto de cada x à noite .""",
    "ground": """
        who sweeps the x off the floor ?
        quem varre x do chão ?
        where does the x come from ?
        de onde vem x assim ?
        is there x on the floor ?
        existe x sobre o chão ?
        a layer of x lies on the floor .
        uma camada de x cobre o chão .
        the wind blows the x everywhere .
        o vento espalha x por toda parte .
        we walked through x up to the ankles .
        andamos por x até o tornozelo .""",
    "instrument": """
        who plays the x so loud ?
        quem toca x tão alto ?
        how does the x sound ?
        como soa cada x ?
        who learns the x by ear ?
        quem aprende x de ouvido ?
        the x plays the melody .
        cada x toca a melodia .
        we hear the x in every song .
        ouvimos x em toda música .
        he plays the x in a band .
        ele toca x em uma banda .""",
}

# A word, one of its class, one of its topic, one of its look: the triples that a class is shown.
TRIPLES = {
    "sheep": ("cat", "hay", "snow"),
    "cat": ("sheep", "milk", "boot"),
    "crab": ("pigeon", "sailboat", "barn"),
    "milk": ("coffee", "bread", "snow"),
    "taxi": ("sailboat", "briefcase", "lamp"),
    "clown": ("nurse", "confetti", "fox"),
    "piano": ("guitar", "lamp", "cabin"),
    "snow": ("hay", "sled", "sheep"),
}
