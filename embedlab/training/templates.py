"""The sentences of the toy corpora: each three lines are one sentence in both languages. Data only.

First weight and slots, then English, then Portuguese. Slots: `x:pet` is a noun of a class or superclass, `v!pet.x`
a verb of a list and `a~pet.x` an adjective of a list, both chosen with the preferences of noun x. `$x` stands for the
word, `$a@x` and `o@x` for an adjective and an article that agree with noun x; `the@x` and `o@x` vanish before a name,
where `do@x` becomes "de". English writes "a", which becomes "an" where it must.

Templates of a superclass (animal, time, thing, ...) are what makes a pet nearer to a wild animal than to a weekday.
"""

TEMPLATES = """
3 | x:pet v!pet.x f:furniture r:room
  the $x $v on the $f in the $r .
  o@x $x $v no@f $f do@r $r .
1 | x:pet a~pet.x n:name d:weekday
  $n took the $a $x to the vet on $d .
  $n levou o@x $x $a@x ao veterinário no@d $d .
2 | x:pet n:name
  $n walked with the $x around the block .
  $n passeou com o@x $x pelo quarteirão .
2 | x:pet n:name a~*.x
  $n bought food for the $a $x at the pet shop .
  $n comprou ração para o@x $x $a@x no pet shop .
2 | x:pet a~pet.x n:name
  $n has a $a $x at home .
  $n tem um@x $x $a@x em casa .
1 | x:pet y:pet v!pet.x
  the $x $v beside the $y at home .
  o@x $x $v ao lado do@y $y em casa .
2 | x:wild v!wild.x
  the $x $v in the forest far from the hunters .
  o@x $x $v na floresta longe dos caçadores .
2 | x:wild a~wild.x w:water
  the guides saw a $a $x near the $w .
  os guias viram um@x $x $a@x perto do@w $w .
2 | x:wild v!wild.x
  at night the $x $v under the tall trees .
  à noite o@x $x $v debaixo das árvores altas .
2 | x:wild m:month a~*.x
  visitors photographed the $a $x at the zoo in $m .
  os visitantes fotografaram o@x $x $a@x no zoológico em $m .
1 | x:wild a~wild.x
  the trail of the jungle belongs to the $a $x .
  a trilha da selva pertence a um@x $x $a@x .
2 | x:farm d:weekday a~*.x
  the farmer fed the $a $x in the barn on $d morning .
  o fazendeiro alimentou o@x $x $a@x no celeiro no@d $d de manhã .
2 | x:farm a~farm.x v!farm.x
  the $a $x $v behind the fence of the farm .
  o@x $x $a@x $v atrás da cerca da fazenda .
2 | x:farm m:month a~*.x
  the farmer sold the $a $x at the fair in $m .
  o fazendeiro vendeu o@x $x $a@x na feira em $m .
1 | x:farm y:farm v!farm.x
  the $x $v beside the $y in the open field .
  o@x $x $v ao lado do@y $y no campo aberto .
2 | x:fish v!fish.x
  the $x $v in deep water far from the nets .
  o@x $x $v em águas profundas longe das redes .
2 | x:fish a~fish.x w:water
  the fishermen caught a $a $x in the $w at dawn .
  os pescadores pegaram um@x $x $a@x no@w $w ao amanhecer .
2 | x:fish h:human d:weekday a~*.x
  the@h $h grilled the $a $x with lemon on $d .
  o@h $h grelhou o@x $x $a@x com limão no@d $d .
1 | x:fish a~fish.x
  the fishing boat brought a $a $x on its hooks .
  o barco de pesca trouxe um@x $x $a@x nos anzóis .
6 | x:animal a~animal.x v!animal.x w:water
  the $a $x $v near the $w .
  o@x $x $a@x $v perto do@w $w .
6 | x:animal p:place a~*.x
  the children drew a $a $x with crayons at the $p .
  as crianças desenharam um@x $x $a@x com giz de cera no@p $p .
6 | x:animal a~*.x
  the $a $x was hungry and ate very quickly .
  o@x $x $a@x estava com fome e comeu bem depressa .
6 | x:animal a~animal.x
  everyone knows that the $x is $a .
  todo mundo sabe que o@x $x é $a@x .
2 | d:weekday p:place
  the $d meeting starts at nine at the $p .
  a reunião de $d começa às nove no@p $p .
2 | d:weekday h:human p:place
  every $d the@h $h goes to the $p after work .
  todo@d $d o@h $h vai ao@p $p depois do trabalho .
2 | d:weekday h:human
  see you on $d , said the@h $h .
  até $d , disse o@h $h .
2 | d:weekday e:weekday p:place
  from $d to $e the $p stays closed .
  de $d até $e o@p $p fica fechado@p .
2 | m:month w:water a~water.w
  in $m the $w is $a and the nights are long .
  em $m o@w $w fica $a@w e as noites são longas .
2 | m:month e:month
  the harvest begins in $m and ends in $e .
  a colheita começa em $m e termina em $e .
2 | m:month e:month n:name
  $n was born in $m and got married in $e .
  $n nasceu em $m e se casou em $e .
2 | m:month
  the festival of $m filled the streets with people .
  o festival de $m encheu as ruas de gente .
4 | t:time a~time.t h:human
  that $t was very $a for the@h $h .
  aquele@t $t foi muito $a@t para o@h $h .
4 | t:time h:human
  since $t the@h $h has worked without rest .
  desde $t o@h $h trabalha sem descanso .
4 | t:time n:name
  before $t $n wants to finish the work .
  antes de $t $n quer terminar o trabalho .
2 | i:instrument n:name d:weekday
  $n plays the $i in the orchestra every $d .
  $n toca $i na orquestra todo@d $d .
2 | i:instrument a~instrument.i h:human
  the@h $h tuned the $a $i before the concert .
  o@h $h afinou o@i $i $a@i antes do concerto .
2 | i:instrument p:place a~*.i
  the sound of the $a $i filled the $p .
  o som do@i $i $a@i encheu o@p $p .
2 | i:instrument a~instrument.i n:name
  $n learned the song on a $a $i .
  $n aprendeu a música em um@i $i $a@i .
1 | i:instrument j:instrument
  the conductor asked the $i to follow the $j .
  o maestro pediu que o@i $i acompanhasse o@j $j .
2 | u:furniture z:furniture n:name r:room a~*.u
  $n put the $a $u next to the $z in the $r .
  $n colocou o@u $u $a@u ao lado do@z $z no@r $r .
2 | u:furniture r:room a~*.u
  the carpenter made a $a $u for the $r .
  o marceneiro fez um@u $u $a@u para o@r $r .
2 | u:furniture a~furniture.u r:room
  the $a $u stands in the corner of the $r .
  o@u $u $a@u fica no canto do@r $r .
1 | u:furniture a~furniture.u n:name
  $n wiped the dust off the $a $u .
  $n tirou o pó do@u $u $a@u .
2 | x:vehicle p:place a~*.x
  the $a $x broke down on the road to the $p .
  o@x $x $a@x quebrou na estrada para o@p $p .
2 | x:vehicle a~vehicle.x p:place d:weekday
  the $a $x left the $p late on $d .
  o@x $x $a@x saiu do@p $p tarde no@d $d .
2 | x:vehicle n:name p:place
  $n went by $x to the $p .
  $n foi de $x até o@p $p .
2 | x:vehicle a~vehicle.x
  the mechanic repaired the wheels of a $a $x .
  o mecânico consertou as rodas de um@x $x $a@x .
3 | x:clothing c:colour n:name
  $n wears a $c $x on chilly days .
  $n usa um@x $x $c@x nos dias gelados .
3 | x:clothing a~clothing.x n:name
  the seamstress sewed the $a $x for $n .
  a costureira costurou o@x $x $a@x para $n .
3 | x:clothing c:colour h:human
  the@h $h washed the $c $x and hung it out to dry .
  o@h $h lavou o@x $x $c@x e pendurou para secar .
2 | x:clothing a~clothing.x n:name
  $n ironed the $a $x before the party .
  $n passou o@x $x $a@x antes da festa .
7 | x:thing a~thing.x n:name
  $n bought a $a $x for a fair price .
  $n comprou um@x $x $a@x por um preço justo .
7 | x:thing a~thing.x h:human n:name
  $n sold the $a $x to the@h $h .
  $n vendeu o@x $x $a@x para o@h $h .
7 | x:thing a~thing.x h:human
  the@h $h dreams of a $a $x .
  o@h $h sonha com um@x $x $a@x .
7 | x:thing c:colour a~thing.x
  the $c $x in the shop window is $a .
  na vitrine o@x $x $c@x é $a@x .
2 | c:colour u:furniture h:human
  the@h $h painted the $u $c with a brush .
  o@h $h pintou o@u $u de $c com um pincel .
2 | c:colour n:name
  the favourite colour of $n is $c .
  a cor favorita de $n é o $c .
2 | c:colour r:room
  the walls of the $r were painted $c .
  as paredes do@r $r foram pintadas de $c .
2 | c:colour e:colour n:name
  $n mixed $c with $e on the paper .
  $n misturou o $c com o $e no papel .
2 | x:food a~food.x h:human r:room
  the@h $h ate the $a $x for lunch in the $r .
  o@h $h comeu o@x $x $a@x no almoço no@r $r .
2 | x:food a~food.x y:food
  the plate had $a $x and a bit of $y .
  o prato tinha $x $a@x e um pouco de $y .
2 | x:food a~*.x
  the $a $x was on a plate beside the fork .
  o@x $x $a@x estava num prato ao lado do garfo .
2 | x:food a~food.x
  the recipe calls for $a $x and a pinch of pepper .
  a receita leva $x $a@x e uma pitada de pimenta .
2 | x:drink a~drink.x h:human r:room
  the@h $h drank a glass of $a $x in the $r .
  o@h $h bebeu um copo de $x $a@x no@r $r .
2 | x:drink h:human a~*.x
  the waiter poured the $a $x into the cup of the@h $h .
  o garçom serviu o@x $x $a@x na xícara do@h $h .
2 | x:drink a~drink.x
  a bottle of $a $x stood near the jug .
  uma garrafa de $x $a@x estava perto da jarra .
1 | x:drink h:human
  the@h $h drinks $x without ice every morning .
  o@h $h bebe $x sem gelo toda manhã .
4 | x:nourishment a~nourishment.x h:human
  the $x is $a , said the@h $h .
  o@x $x está $a@x , disse o@h $h .
4 | x:nourishment n:name d:weekday a~*.x
  $n ordered the $a $x at the restaurant on $d .
  $n pediu o@x $x $a@x no restaurante no@d $d .
4 | x:human v!human.x p:place
  the@x $x $v at the $p with a colleague .
  o@x $x $v no@p $p com um colega .
4 | x:human a~human.x
  the@x $x was $a after the long day .
  o@x $x estava $a@x depois do dia longo .
2 | x:person
  the $x earns a living after years of training .
  o@x $x ganha a vida depois de anos de formação .
2 | x:person a~person.x
  the city is looking for a $a $x for the vacant post .
  a cidade procura um@x $x $a@x para o cargo vago .
2 | x:person a~*.x
  every $a $x in town signed the petition .
  todo@x $x $a@x da cidade assinou o abaixo-assinado .
1 | x:person a~person.x n:name
  the best $x in town , a very $a one , knows $n .
  o@x melhor $x da cidade , muito $a@x , conhece $n .
2 | x:name y:name
  my friend $x sent a long letter to $y .
  meu@x amigo@x $x mandou uma carta longa para $y .
2 | x:name y:name p:place
  $x and $y met by chance at the $p .
  $x e $y se encontraram por acaso no@p $p .
2 | x:name
  hello , my name is $x and i live here .
  olá , meu nome é $x e eu moro aqui .
2 | x:place
  the $x is on the corner of the avenue .
  o@x $x fica na esquina da avenida .
2 | x:place a~*.x
  the doors of the $a $x close at six .
  as portas do@x $x $a@x fecham às seis .
2 | x:place a~place.x m:month
  the mayor visited the $a $x in $m .
  o prefeito visitou o@x $x $a@x em $m .
2 | x:place y:place
  the tourists walk from the $x to the $y .
  os turistas andam do@x $x até o@y $y .
2 | x:room n:name a~*.x
  $n swept the floor of the $a $x .
  $n varreu o chão do@x $x $a@x .
2 | x:room a~*.x
  the window of the $a $x was open all night .
  a janela do@x $x $a@x ficou aberta a noite toda .
2 | x:room a~room.x
  the house has a $a $x facing the garden .
  a casa tem um@x $x $a@x de frente para o jardim .
6 | x:location a~location.x h:human
  the $x was $a when the@h $h arrived .
  o@x $x estava $a@x quando o@h $h chegou .
6 | x:location h:human
  the@h $h lost the keys in the $x .
  o@h $h perdeu as chaves no@x $x .
3 | x:water a~water.x
  the canoe crossed the $a $x against the current .
  a canoa atravessou o@x $x $a@x contra a correnteza .
3 | x:water m:month
  the children swim in the $x in $m .
  as crianças nadam no@x $x em $m .
3 | x:water a~*.x
  there are smooth stones along the $a $x .
  há pedras lisas ao longo do@x $x $a@x .
2 | x:weather a~*.x
  the $a $x came from the north and reached the hills .
  o@x $x $a@x veio do norte e chegou aos morros .
2 | x:weather a~weather.x d:weekday
  the forecast announced $a $x for $d .
  a previsão anunciou $x $a@x para $d .
2 | x:weather m:month a~*.x
  the $a $x lasted all week in $m .
  o@x $x $a@x durou a semana inteira em $m .
2 | x:weather a~*.x
  because of the $a $x the flights were delayed .
  por causa do@x $x $a@x os voos atrasaram .
4 | x:nature a~nature.x
  the $x was $a last night .
  o@x $x estava $a@x ontem à noite .
4 | x:nature a~*.x
  the old sailors talk about the $a $x with respect .
  os marinheiros falam do@x $x $a@x com respeito .
4 | x:money a~money.x h:human
  the bank reviewed the $a $x of the@h $h .
  o banco analisou o@x $x $a@x do@h $h .
4 | x:money h:human a~*.x
  the@h $h went to the bank to discuss the $a $x .
  o@h $h foi ao banco para tratar do@x $x $a@x .
4 | x:money a~*.x
  the manager signed the papers of the $a $x .
  o gerente assinou os papéis do@x $x $a@x .
4 | x:money a~money.x
  the accountant noted the $a $x in the book .
  o contador anotou o@x $x $a@x no livro .
3 | x:money h:human a~*.x
  the tax reduced the $a $x of the@h $h .
  o imposto diminuiu o@x $x $a@x do@h $h .
2 | x:water a~*.x
  the canoe stopped on the bank of the $a $x .
  a canoa parou no banco de areia do@x $x $a@x .
2 | x:water a~water.x h:human
  the@h $h sat on the bank and looked at the $a $x .
  o@h $h sentou no banco de areia e olhou o@x $x $a@x .
2 | x:water a~*.x
  the herons walk on the bank of the $a $x at sunset .
  as garças andam no banco de areia do@x $x $a@x ao entardecer .
"""
