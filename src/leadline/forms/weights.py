"""Weights of form features by kind, in hundredths: a fitted table, not edited.

Made by ``leadline.bench.form_weights`` from 1028 labelled forms (which holds the method, the
penalty and the cross-validated figures). One feature a line, with a column
for each of ``classify.KINDS``.
"""

from typing import Final

TABLE: Final = """\
1:address	2	20	-10	-11	-0	-3	6	-3
1:comment	2	-1	-5	-4	19	-2	-7	-2
1:company	1	1	-0	-0	-2	-0	-0	2
1:contact	7	-1	-1	-1	-3	-1	-1	1
1:coupon	-1	-2	-2	10	6	-3	1	-8
1:date	-9	-4	-8	-7	22	4	-0	2
1:email	2	13	38	-18	-36	23	1	-23
1:email & login	-5	21	-3	-3	-11	4	1	-3
1:email & newsletter	-4	-4	63	-4	-10	-20	-15	-6
1:email & order	-0	2	3	-1	-0	-1	-3	-0
1:email & recover	-3	11	-8	-2	-5	23	-12	-3
1:email & register	-8	-7	6	-4	-12	-9	38	-4
1:login	-3	19	-2	-3	10	-3	-12	-6
1:matter	8	-2	-6	-6	9	-2	-4	1
1:message	8	0	-0	-2	-5	-0	-1	-0
1:newsletter	-1	-3	24	-1	-4	-18	6	-4
1:order	-3	-1	-4	1	17	-2	-3	-5
1:other_button	-8	-2	2	-0	17	-3	-4	-2
1:password	-0	-2	-1	-0	-1	6	-0	-1
1:person	22	3	4	-19	-24	25	12	-23
1:price	-1	-0	-1	3	-6	-1	-0	8
1:quantity	-3	-2	-4	48	-22	-3	-1	-14
1:recover	-0	-2	-2	-0	-1	7	-0	-1
1:register	-2	-10	-0	-1	-3	-5	21	-1
1:search	-5	-3	-4	-8	-21	-4	0	44
1:user	-19	7	-24	-11	6	17	7	17
1:website	-12	-1	-3	-3	27	-1	-4	-3
a:category	-3	-6	2	12	-24	9	3	8
a:clear	9	-8	-11	-5	-11	25	0	1
a:comment	24	-1	-3	-3	-12	-1	-3	-1
a:contact	24	-1	-7	-3	-0	-3	-7	-3
a:coupon	1	-1	-1	-3	11	-1	-1	-4
a:email	11	-4	32	-3	-13	-7	-15	-2
a:filter	-2	-1	-1	-2	7	-1	-1	-1
a:jump	6	-1	2	-2	2	-1	-5	-2
a:login	-1	9	-22	-4	7	1	13	-4
a:matter	-0	8	-4	6	-6	1	-3	-2
a:message	-6	-3	-2	-16	37	12	-5	-17
a:newsletter	-3	-8	40	-5	-4	-18	-4	2
a:order	-2	-1	-3	16	-4	-1	-3	-3
a:other_button	2	-8	32	-13	-17	-16	-5	25
a:password	-2	-2	-3	-1	-6	18	-2	-2
a:phone	-1	-1	1	-4	11	-1	-1	-4
a:poll	-5	-0	-1	-2	16	-1	-1	-7
a:product	-1	-4	-3	9	19	-4	-1	-16
a:recover	-2	-3	-6	-4	9	10	-1	-5
a:register	-2	-0	3	-5	-2	-4	16	-5
a:search	-5	-4	-13	-10	-5	-7	3	41
a:switch	-4	-1	10	-2	-3	-2	-5	6
a:user	-18	2	-7	2	13	16	-2	-5
action other	43	10	2	-6	-42	-31	-19	43
asks	-3	-2	-3	-6	-21	-3	-2	39
aspnet	-5	0	-3	-13	15	-2	-3	10
b:agree	-0	-1	-8	-0	-0	-0	10	-0
b:clear	18	-6	-17	-9	4	21	-7	-3
b:comment	3	-1	-4	-4	17	-2	-7	-1
b:contact	3	1	-2	3	-2	-0	-2	-2
b:date	-3	-1	-2	18	-14	-1	2	1
b:email	12	4	-3	5	-7	2	-9	-3
b:jump	-8	-2	15	-7	3	-3	-3	5
b:login	-7	46	16	-6	-14	-8	-16	-12
b:message	6	-1	-1	-3	-6	-1	1	5
b:newsletter	-8	-3	37	-2	-1	-13	-8	-1
b:order	-16	-2	-4	67	-24	-3	-5	-13
b:other_button	3	1	1	21	-6	-2	-3	-14
b:password	-2	-4	-15	-2	-8	41	-8	-3
b:poll	-3	-0	-3	-2	14	-1	-2	-1
b:quote	-3	-1	-2	14	-11	-2	-3	7
b:recover	-1	5	-3	-1	-4	10	-3	-2
b:register	-6	-25	10	-5	1	-19	49	-5
b:search	-11	-7	-10	-7	11	-6	-8	37
b:sort	-1	-0	-0	2	-3	-0	0	3
b:website	-1	-0	1	-1	4	-0	-3	-0
box>-1	20	-10	-7	16	2	-16	-13	8
box>-4	20	-10	-11	16	1	-14	-11	8
box>1	6	-5	-6	-10	-14	-6	-4	41
box>2.5	-5	-4	-5	-8	-6	-5	-3	37
box>4	-7	-5	-3	-5	6	-3	-3	21
box>6	-1	-1	-1	-1	-4	-1	-1	10
button=0	1	-10	-4	1	10	1	-1	2
button=1	-1	5	0	0	9	-2	-8	-4
button=2	2	-1	-1	-0	5	-2	0	-3
button=4	-4	-1	-2	-2	8	-0	-1	2
button>0	-3	4	-3	-4	18	-5	-9	2
button>1	-3	-2	-3	-4	9	-3	-1	6
button>2	-5	-1	-2	-4	4	-1	-1	9
buttons=0	15	-4	-14	-4	5	2	3	-2
buttons=1	-5	-8	13	-6	8	1	-2	-1
buttons=2	-6	3	-3	7	19	-5	-11	-6
buttons=3	-6	1	-3	1	-5	-2	0	13
checkbox=0	1	-14	-12	6	12	8	-9	7
checkbox=1	3	10	-2	-9	6	-10	5	-2
checkbox=2	-1	-0	10	-1	-4	-1	-2	-1
checkbox=3	-14	-0	-3	3	20	-0	-3	-3
checkbox=4	10	-2	1	-3	-7	-1	-1	3
checkbox>0	-3	7	5	-9	15	-12	-1	-3
checkbox>1	-5	-3	7	-0	10	-2	-6	-1
checkbox>2	-4	-3	-2	0	13	-1	-4	1
checkbox>5	-3	-0	-0	-2	4	-1	-0	2
choices>10	1	-4	-6	-4	-10	-5	3	26
choices>3	-2	-3	-9	1	7	-6	-2	15
choices>30	-9	-4	-5	-6	6	-3	4	15
e:address	-5	1	-14	-6	-2	32	-3	-2
e:advanced	-4	2	-2	-1	9	-3	-2	0
e:agree	-12	2	6	-3	17	-2	-4	-3
e:category	-3	-1	-1	-2	7	2	3	-5
e:clear	12	-9	-3	1	-17	17	-1	-1
e:comment	37	-2	-2	-7	4	-7	-10	-12
e:company	0	-1	-1	-1	3	-1	-1	2
e:contact	25	-2	-8	-6	6	3	-15	-3
e:coupon	14	-1	2	-3	3	-2	-6	-6
e:date	-19	3	2	10	24	-4	5	-21
e:donate	-0	-0	-1	-1	-2	1	0	3
e:email	-11	-7	14	-0	-1	27	-8	-14
e:filter	-2	3	-2	-2	7	-2	-1	-0
e:jump	-3	-0	-1	-1	6	-1	-2	3
e:login	-14	41	-8	-15	-6	7	-9	5
e:matter	-9	-2	-2	1	24	-4	-2	-5
e:message	-3	0	-2	2	23	-3	-1	-15
e:newsletter	-5	-1	29	8	-14	-11	0	-6
e:order	9	-0	3	28	-25	-15	-4	3
e:other_button	-9	2	9	20	13	-18	0	-17
e:password	-12	-1	-21	-9	-21	68	13	-17
e:person	-14	0	-3	-2	28	1	-4	-7
e:phone	23	-1	-4	-1	-12	-5	3	-3
e:poll	4	-1	4	-4	4	-2	-5	-1
e:price	-4	-1	-3	38	-16	-4	1	-11
e:product	-1	-3	5	20	-4	-3	-4	-9
e:quantity	-2	-2	-0	21	-8	-2	1	-8
e:quote	1	-1	-2	11	5	-3	-2	-8
e:recover	7	0	-16	-6	0	19	15	-20
e:register	-7	-10	21	-12	-9	9	18	-9
e:remember	-5	-9	-3	-2	10	-0	15	-6
e:search	2	-2	-3	-3	-4	-4	-6	19
e:sort	-1	-1	0	-2	-1	0	0	3
e:switch	-0	-1	-3	-6	5	-7	-4	16
e:user	2	6	1	-9	13	4	-4	-13
e:website	1	-7	-1	-4	11	-3	9	-6
email=0	-1	-1	-36	11	16	9	-10	11
email=1	-1	-5	29	-14	12	-12	-2	-7
email>0	-1	-6	29	-14	11	-13	0	-7
f:address	2	6	-2	-1	-3	-0	-4	2
f:calculate	-4	-0	3	-0	9	-0	-1	-6
f:category	3	2	-0	0	-6	-1	-1	4
f:clear	-2	-4	-8	-1	-3	20	-2	-1
f:comment	27	-0	-4	-3	-16	-2	1	-1
f:company	-3	9	7	-2	-6	-1	-3	-1
f:contact	45	-2	0	-5	-15	-6	-8	-8
f:date	-1	1	2	4	-4	-0	-0	-1
f:email	6	2	15	-2	-5	2	-16	-2
f:login	-6	40	-13	-6	-6	-8	9	-10
f:matter	-0	-0	-0	2	-3	-0	-0	2
f:message	4	1	-0	-1	-2	-0	-1	-0
f:newsletter	-5	-7	67	-5	-23	-21	-0	-6
f:order	-10	-3	-7	41	-0	-6	-1	-15
f:other_button	12	-6	-0	6	32	-8	-13	-23
f:password	-5	-8	-5	-3	-19	48	-4	-4
f:phone	-0	-1	-1	-2	6	-1	-0	-2
f:poll	-8	-1	2	-4	23	-2	-3	-8
f:product	-0	-2	-3	15	-15	-3	-2	9
f:quote	-6	-2	-3	-9	29	-3	-4	-1
f:recover	-3	-6	-4	-2	-5	27	-5	-2
f:register	-11	-19	-5	-6	-16	-17	81	-6
f:search	-7	-5	-9	-11	-20	-6	-5	63
f:switch	-4	-1	-2	-2	9	-2	15	-12
f:user	-19	-19	-8	-6	26	18	12	-5
f:website	-3	-2	-5	-1	7	-13	26	-10
fields>1	7	36	3	-15	-33	-16	3	15
fields>2	22	-16	-8	-2	5	-18	20	-3
fields>3	-2	-17	-6	5	10	-4	15	-1
fields>5	2	-9	-13	13	-8	-1	12	5
fields>8	-6	-3	0	2	3	-3	5	1
file=0	-6	-4	-5	-1	21	-2	-9	6
file=1	2	-2	-1	-1	3	-1	1	-1
file>0	4	-3	-1	-2	7	-2	-1	-2
first box search	-3	-2	-4	-6	-20	-4	-2	41
g:category	-1	-0	0	-1	-5	-1	0	8
g:clear	-1	-2	-4	-0	-2	11	-1	-1
g:comment	17	-2	-4	-2	-9	-1	-0	-1
g:contact	30	-4	-1	-6	-3	-5	-4	-6
g:email	2	-3	11	-1	-5	5	-9	-1
g:login	-8	38	-16	-6	-23	8	10	-4
g:matter	-1	-0	-0	-1	0	-0	-0	2
g:newsletter	-6	-3	31	-5	-7	-9	6	-8
g:order	-9	-2	-5	33	-13	-5	-0	1
g:other_button	-6	-4	2	1	34	-4	-6	-16
g:password	-4	-3	-5	-2	-9	29	-2	-3
g:poll	-7	-1	-4	-3	25	-2	-2	-7
g:product	-4	-1	-2	4	-6	-2	-1	12
g:quote	-3	-2	-2	-4	21	-2	-3	-5
g:recover	-3	-5	1	-2	-5	18	-2	-1
g:register	-12	-8	-16	-5	-11	-11	67	-4
g:search	-4	-3	-4	-7	-14	-3	-1	37
g:switch	-1	-1	-0	-1	-0	-1	17	-12
g:user	-2	4	-4	-2	-11	15	1	-2
h:address	3	1	-1	-4	-2	-2	2	2
h:captcha	4	-3	-5	-3	-3	8	2	-0
h:category	-1	-2	-0	-5	8	-4	-1	5
h:comment	15	-0	-3	-2	-7	-0	-3	-0
h:coupon	-6	-1	2	15	-6	-2	-1	-0
h:date	-7	1	7	11	-6	-10	8	-3
h:email	0	-2	2	-2	3	0	-0	-1
h:filter	-1	-0	-1	-1	5	-1	-3	1
h:language	3	-2	-4	14	-10	1	-2	-0
h:login	-4	19	-1	-2	-5	2	-7	-1
h:matter	-9	-3	36	6	-20	-1	-4	-5
h:message	1	2	-0	1	-5	-0	1	2
h:newsletter	-1	-3	-4	-1	-2	-13	25	-1
h:order	-3	-1	-1	20	-15	-1	5	-4
h:other_button	-9	17	-6	6	7	-2	-4	-9
h:password	-1	8	-6	-1	-7	-0	8	-1
h:person	-6	-2	-5	10	-11	5	7	1
h:poll	-2	-0	5	-3	3	-1	-1	-1
h:price	-8	-1	-3	13	11	-2	-3	-6
h:product	-1	-1	-4	24	-7	-3	-3	-5
h:quantity	-2	-1	-1	26	-17	-1	-0	-4
h:register	-1	-9	-14	-1	-3	-6	33	1
h:remember	-0	4	-0	-0	-1	-0	-2	-0
h:search	-1	-2	-7	2	0	-3	6	5
h:sort	-1	-0	-1	-1	-3	-0	-0	7
h:switch	-10	13	1	-7	8	-17	19	-7
h:user	-16	6	-3	-2	27	-3	-7	-2
h:website	-6	-30	-2	2	21	-4	24	-5
hidden=0	-3	0	-2	-15	17	5	-24	23
hidden=1	-11	6	-1	-5	-5	6	11	-1
hidden=2	31	-21	-10	-11	20	-8	1	-3
hidden=3	-11	-0	-3	5	21	-3	1	-11
hidden=4	-9	8	9	24	-25	-4	1	-4
hidden>0	1	-7	-5	12	11	-9	15	-18
hidden>1	11	-14	-3	18	16	-15	3	-18
hidden>2	-19	8	7	29	-4	-7	2	-15
hidden>5	-11	-4	6	35	-27	-1	-1	4
l:address	11	8	24	-11	-7	-10	-2	-13
l:agree	3	-1	10	-2	-3	-1	-3	-3
l:birth	-3	-1	7	4	-5	-1	2	-3
l:captcha	1	3	-2	-2	9	-3	-0	-6
l:category	16	-1	-3	-4	-10	0	-3	5
l:comment	25	-2	-8	-1	1	-3	-9	-3
l:company	1	-2	-2	-3	7	-1	0	0
l:contact	25	-1	-4	-6	-6	0	-5	-3
l:coupon	-4	-1	4	-7	10	3	-4	-2
l:date	-0	-1	10	14	-34	-7	-4	22
l:email	18	-6	38	-13	-26	-2	21	-30
l:filter	-1	-0	-1	-1	6	-1	-0	-2
l:jump	-1	-0	-1	-1	13	-1	-0	-10
l:login	-1	20	-0	1	-14	-4	-3	2
l:matter	7	-2	-5	6	-2	-2	-7	6
l:message	42	-2	-10	7	-20	-6	-10	-1
l:newsletter	-3	-3	29	3	-6	-16	0	-4
l:order	-4	-1	-4	2	6	-2	-5	9
l:other_button	-17	-6	-4	-7	22	5	-3	9
l:password	-13	27	-19	-8	-13	1	34	-8
l:person	-1	-12	19	-4	16	-9	10	-18
l:phone	9	-2	-7	2	7	-3	-2	-4
l:poll	-14	-1	-2	-2	26	-2	-4	-1
l:price	-2	-0	-1	2	-7	-1	-1	10
l:product	0	-0	-0	-0	-12	-0	-1	13
l:quantity	-1	-1	-2	24	-11	-1	-1	-7
l:quote	-1	-1	-2	-2	10	-2	-1	-1
l:recover	-0	-0	-1	-0	-1	2	0	-0
l:register	1	-5	6	-4	-5	-2	5	4
l:remember	-5	-2	-2	-2	28	-3	-12	-2
l:search	-5	-3	-4	-7	-13	-4	0	35
l:sort	-3	-1	-1	-4	-3	-1	-0	12
l:user	-10	-5	-5	-6	12	3	18	-7
l:website	-7	-2	-3	-2	13	-2	3	0
length>100	19	-17	5	-6	-32	13	8	12
length>1000	-14	-5	1	2	1	-5	7	13
length>400	-9	-4	-11	20	-5	-6	8	6
method=post	17	13	15	-12	-18	15	-5	-24
method=post & comment	26	-1	-6	9	-23	-4	1	-3
method=post & login	-17	39	6	-12	8	-2	-6	-17
method=post & newsletter	-5	-8	53	-8	-7	-21	4	-7
method=post & no box	1	-12	-11	5	34	1	1	-19
method=post & order	-11	-4	-9	52	4	-9	-8	-15
method=post & recover	-6	18	-8	-4	-15	36	-16	-5
method=post & register	-18	-3	-5	-14	-9	-15	78	-14
method=post & search	-1	-6	-9	-9	18	-9	-7	24
multipart	-3	-6	35	-7	14	-12	-8	-12
n:address	-18	-7	-15	5	-2	-1	36	1
n:agree	-3	-12	15	4	-10	-3	12	-2
n:birth	-1	-1	7	-2	-5	-1	7	-3
n:captcha	6	-2	3	-7	4	10	-5	-9
n:category	15	-1	-1	-5	-20	-4	14	2
n:comment	14	-2	-7	-1	7	-3	-7	-2
n:company	-3	-3	-2	-2	0	-1	11	-1
n:contact	16	-1	-4	-5	-7	2	-4	4
n:coupon	-14	-2	4	9	16	1	-7	-8
n:date	-5	-4	-4	-13	0	6	3	15
n:email	4	-15	10	-11	-23	22	47	-34
n:filter	-2	-0	-1	-1	9	-1	-1	-3
n:login	-4	27	-4	-4	13	-6	-15	-7
n:matter	27	-4	-7	-10	-10	-3	2	6
n:message	51	-4	-12	-1	-25	-8	-6	4
n:newsletter	-2	-6	16	7	-6	-7	1	-4
n:order	-2	-1	-4	5	14	-2	-3	-5
n:other_button	-10	4	-3	1	-4	19	-4	-4
n:password	-13	29	-20	-9	-7	4	29	-13
n:person	5	-6	-22	-12	9	20	18	-12
n:phone	2	-2	-4	7	3	-3	1	-4
n:poll	-7	-3	-3	-3	31	-1	-3	-11
n:price	-2	-0	-1	-2	-6	-1	-1	13
n:product	-1	-0	-1	15	-10	-1	-1	-1
n:quantity	-3	-2	-4	52	-26	-3	-0	-15
n:recover	-2	-2	-3	-2	6	5	-1	-2
n:register	-3	-5	-5	-2	-4	-6	23	1
n:remember	-5	16	-2	-1	3	-2	-9	-1
n:search	-7	-5	-3	-7	3	-3	-3	25
n:sort	-2	-0	-0	-1	-8	-1	-0	13
n:switch	-9	-1	-2	2	31	-2	-3	-16
n:user	-27	5	-21	1	13	6	6	17
n:website	-7	-2	-4	-4	26	-2	-3	-3
no box	11	-18	-16	2	30	0	-6	-3
no box & newsletter	-2	-0	-1	-1	20	-1	-1	-14
no box & order	5	-2	-4	12	-5	-4	-3	1
no box & register	-6	-5	-3	-7	24	-4	8	-7
no box & search	6	-1	-1	-3	4	-4	-2	0
no box & select>0	-3	-3	-4	1	-3	-7	-5	25
no button	15	-4	-14	-4	5	2	3	-2
nothing	24	-5	-8	-5	37	-13	-10	-19
one box	-26	31	1	13	-14	-3	-25	24
one box & 1:email	-10	8	34	-11	-17	22	-6	-19
one box only	-22	-29	6	15	-20	22	-10	37
one box only & 1:email	-7	-21	34	-8	-20	40	-4	-14
one box only & login	-2	-1	6	-2	-8	10	2	-5
one box only & newsletter	-2	-4	49	-3	-5	-17	-14	-3
one box only & order	-1	-1	1	18	-10	-2	-3	-3
one box only & recover	-2	-7	-5	-2	-6	28	-3	-3
one box only & register	-2	-7	17	-2	-6	-1	4	-2
one box only & search	-5	-4	-6	-9	-19	-6	-1	50
options	-5	-6	-14	2	16	-10	-1	17
p:address	2	-1	-1	-1	-1	-1	-0	2
p:category	-8	17	-8	-5	-6	-3	-1	15
p:clear	-2	-1	-1	-1	-5	12	-2	-1
p:comment	6	-0	-1	-1	-4	-1	-1	1
p:company	-0	-19	-0	-1	24	-1	-2	-1
p:contact	10	-2	-4	-2	9	-1	-6	-5
p:date	-4	-2	3	13	-16	-1	-6	11
p:login	-6	17	4	-5	-1	0	-10	0
p:matter	0	-2	3	-1	0	-2	1	1
p:newsletter	11	1	4	-3	-7	-2	-2	-1
p:order	-2	-3	6	4	4	-7	-1	-0
p:other_button	-11	-1	0	-1	12	-1	1	2
p:password	-4	-5	0	-2	-10	22	-2	0
p:phone	-2	-1	9	-0	8	-10	-0	-3
p:quote	-1	-0	-0	-0	4	-0	-2	-0
p:recover	-3	-4	-4	-2	-7	21	-1	0
p:register	-9	-11	-6	6	33	-8	12	-18
p:search	-6	-3	-10	2	25	-5	9	-12
p:sort	-4	-10	-0	5	14	-0	-4	-1
p:switch	4	-1	-1	-0	-2	-0	-0	0
p:user	-2	-0	-8	-1	-8	15	5	-2
p:website	-1	0	-3	-1	1	-1	3	2
password=0	13	-52	10	7	44	0	-43	21
password=1	-8	63	-12	-7	-8	-7	-7	-15
password=1 & email=1	-0	4	-2	-0	-1	-1	1	-0
password=1 & login	-4	42	-8	-4	10	-16	-10	-9
password=1 & newsletter	-1	0	-2	-0	-3	-1	7	-0
password=1 & order	-0	1	-1	-1	-1	-1	5	-1
password=1 & recover	-1	29	-3	-1	-5	-7	-12	-1
password=1 & register	-4	21	-6	-2	-11	-5	13	-5
password=1 & text>1	-3	-5	-3	-2	2	-3	19	-6
password=2	-6	-18	-4	-3	-9	3	39	-2
password=2 & login	-2	-9	-2	-1	-2	-3	19	-0
password=2 & newsletter	-1	-1	-1	-0	-1	-0	4	-0
password=2 & register	-2	-12	-3	-2	-3	-4	28	-1
password>0	-15	45	-16	-10	-17	-4	34	-17
password>1	-7	-18	-5	-3	-9	2	40	-2
r:category	17	-6	-9	-19	-24	-8	3	45
r:date	-7	-5	-3	4	-14	4	1	20
r:from	3	11	6	-2	-13	-8	-7	10
r:identifier	-3	10	-8	-3	1	-0	-4	8
r:location	-8	9	-11	-3	4	-10	34	-14
r:match	1	-0	-0	-3	-5	-0	-0	9
r:number	-5	-22	-8	41	17	-7	-11	-5
r:price	-3	12	-2	1	-13	-1	-3	8
r:sort	-5	-2	-4	-3	14	-3	-4	7
r:to	-6	-8	-9	6	12	-10	5	9
r:view	-0	2	-1	-2	-8	-1	3	6
r:without	5	-1	-1	4	-9	-0	0	2
radio=0	-0	1	-4	-9	15	6	-21	12
radio=2	-8	-2	5	-4	3	-4	17	-7
radio=3	4	-3	-1	9	-9	-1	3	-1
radio=4	3	-3	-6	1	18	-4	-8	-0
radio>0	-2	-8	-2	6	13	-9	12	-8
radio>1	-2	-8	-2	6	13	-9	12	-8
radio>2	6	-6	-7	10	9	-5	-6	-2
radio>5	-3	-1	-5	5	19	-3	-9	-2
ranges	-5	-1	-2	-8	-13	-2	-2	33
required	8	-8	39	-12	-27	-4	9	-7
role:attribute_text	8	-1	-2	-8	6	-4	8	-7
role:category	-11	-14	-11	9	43	-14	12	-13
role:date	-1	-4	0	-4	3	-6	2	10
role:date_from	-5	-1	-1	-4	-0	-1	-2	13
role:date_to	0	-1	-1	-4	-9	1	-0	13
role:flag	-2	7	3	-9	13	-11	1	-2
role:location	-9	-6	-7	-1	33	-3	-3	-3
role:match_mode	2	-0	-0	-1	1	-0	-1	-1
role:number	-11	5	-7	42	-10	-6	-7	-6
role:other	43	41	-34	-3	-7	-14	3	-29
role:other_function:email	9	-12	48	-22	-39	26	25	-34
role:page_size	-2	-0	-0	-1	-9	-1	-0	15
role:price_max	-1	-0	-1	-2	-5	-0	-1	11
role:price_min	-1	-0	-1	-2	-5	-0	-1	11
role:query_text	-4	-5	-6	-11	-7	-6	-2	40
role:sort	-3	-1	-1	-1	-4	-1	-0	12
role:view_option	-3	-0	-0	5	-5	-0	-1	5
search name	6	-4	-5	-8	-8	-5	-4	28
search name & login	-1	-0	-0	-1	7	-1	-2	-2
search name & one box	-3	-2	-4	-5	-16	-4	-1	35
search name & search	1	-5	-4	-6	-9	-3	-4	29
select=0	4	-2	8	-7	15	6	-12	-13
select=1	-4	-1	-7	-3	24	-6	-1	-2
select=2	6	-3	-7	-2	1	-4	2	5
select=3	-3	-1	-1	11	-9	-0	0	3
select=4	-5	-1	-1	-2	-4	-0	1	11
select>0	-6	-5	-15	4	13	-10	2	17
select>0 & comment	2	-2	-1	0	-2	-0	4	-1
select>0 & login	-4	3	-1	-2	2	-1	6	-2
select>0 & newsletter	-3	-2	0	-3	16	-1	4	-10
select>0 & order	8	-2	-2	28	-38	-1	-0	6
select>0 & register	-3	-5	-4	-2	-4	-1	21	-2
select>0 & search	8	-2	-4	-6	-9	-2	-3	19
select>1	-2	-4	-8	7	-11	-5	3	19
select>2	-8	-1	-1	9	-13	-1	1	14
select>5	-5	-0	-0	-3	-1	-0	-1	10
selects only	-2	-3	-4	1	-2	-7	-4	22
selects only 1	3	-2	-3	-3	15	-6	-3	-2
selects only 2	-4	-1	-1	2	-11	-1	-1	17
selects only 3	-1	-0	-0	2	-6	-0	-0	6
selects only GET	-8	-2	-2	3	-9	-4	-3	23
selects only POST	6	-1	-2	-2	6	-4	-2	-1
sifts	-7	-2	-2	-8	-39	-3	-2	63
submit=0	10	-10	-10	-6	15	-0	-3	4
submit=1	1	5	1	-10	10	-2	-1	-3
submit=2	-11	-3	3	10	10	-1	-5	-2
submit=4	-1	1	-0	-3	-4	-0	-0	8
submit>0	-12	3	3	3	13	-4	-6	-0
submit>1	-13	-2	2	14	3	-2	-5	3
submit>2	-1	1	-1	3	-7	-1	-1	6
t:clear	0	-4	-5	-1	-3	15	-4	0
t:comment	7	-0	-1	-1	-4	-0	-1	-1
t:contact	33	-1	-8	-5	-10	-2	-5	-1
t:date	-5	12	1	1	-10	-5	-2	8
t:email	-0	-2	4	-1	-4	6	-3	-1
t:filter	-1	-0	-1	-3	5	-1	-0	0
t:login	-6	38	4	-2	-3	-10	-16	-4
t:matter	0	-0	-0	6	-4	-0	-1	-1
t:newsletter	-2	-2	21	-2	-8	-3	-7	3
t:order	-4	-1	-3	2	18	-2	-5	-4
t:other_button	-8	-1	4	-4	18	-5	6	-9
t:password	-7	-13	-6	-5	-24	67	-9	-4
t:person	-3	-1	7	-1	2	-1	-0	-2
t:poll	-17	-1	-2	-3	31	-3	-4	-1
t:quote	-3	-1	-1	-1	8	-1	-2	1
t:recover	-4	-3	-5	-2	-5	25	-5	-1
t:register	-5	-11	1	-2	-5	-9	34	-2
t:search	-1	-1	-2	-3	4	-2	-2	8
t:user	-1	-1	-4	-1	-2	0	10	-2
tel=0	-9	-6	2	-0	18	-3	-7	6
tel=1	6	-1	-8	-2	10	-1	-3	-2
tel>0	8	-1	-8	-3	10	-1	-3	-2
text=0	15	-16	-10	-0	23	-2	-6	-5
text=1	-22	21	12	5	-6	-11	-18	20
text=2	-1	3	4	-17	-2	11	7	-4
text=3	9	-9	-9	0	14	-6	5	-4
text=4	-1	-6	-4	9	-1	4	2	-3
text>0	-17	9	3	-3	5	-2	-4	9
text>1	6	-12	-8	-8	11	9	14	-11
text>2	7	-15	-13	9	13	-2	7	-7
text>5	-10	-3	5	-1	2	3	5	-1
textarea=0	-58	-0	12	-9	26	7	4	16
textarea=1	59	-6	-18	7	-6	-10	-14	-12
textarea>0	56	-7	-19	6	1	-11	-14	-12
textarea>0 & comment	17	-1	-6	-7	9	-3	-7	-2
textarea>0 & login	2	-1	-2	-1	6	-1	-1	-2
textarea>0 & newsletter	11	-0	-4	-1	-4	-1	-0	-0
textarea>0 & order	-11	-0	-1	22	-6	-0	-4	-1
textarea>0 & register	2	-0	-2	-1	-2	-0	3	-0
textarea>0 & search	-1	-1	-1	4	1	-1	1	-2
textarea>1	-3	-0	-1	-1	7	-1	-0	-1
type=search	-0	-0	-0	-0	-1	-0	-0	2
u:category	-1	-0	0	-1	-5	-1	0	8
u:clear	-1	-1	-1	-0	-2	7	-1	-0
u:contact	36	-4	-4	-6	-12	-4	-2	-4
u:login	-9	20	-10	-9	-5	8	6	-1
u:newsletter	0	1	-2	-2	3	-3	5	-3
u:order	-5	-2	-3	-7	6	-3	2	12
u:other_button	11	-0	-1	-1	-6	0	-1	-3
u:password	-4	-3	-4	-2	-6	21	-2	-1
u:product	-1	-1	-1	23	-24	-1	-1	6
u:recover	-3	-6	0	-2	-5	19	-3	0
u:register	-14	6	-10	1	6	-10	40	-19
u:search	-1	-1	-5	4	4	-3	8	-7
u:user	-2	7	-5	-2	-11	13	1	-0
u:website	-2	-1	-1	-2	12	-1	-6	-1
x:address	21	-1	-23	-14	2	17	10	-12
x:advanced	-1	2	-1	-1	-4	-1	-1	7
x:agree	27	-5	3	-2	-23	-3	7	-4
x:birth	-0	-1	8	-0	-3	-0	-3	0
x:captcha	0	1	-5	-1	-3	5	3	-0
x:category	15	-2	-4	-4	-5	-2	-3	4
x:clear	22	-3	-9	-6	-1	1	-3	-1
x:comment	13	-2	-6	8	0	-4	-6	-4
x:company	2	-0	-8	-2	13	-1	-2	-2
x:contact	45	0	1	-9	-15	-3	-3	-17
x:coupon	0	-0	2	-6	15	2	-8	-6
x:date	-17	-2	21	3	-1	-9	-3	8
x:email	19	-4	-11	-12	5	18	7	-22
x:filter	-1	-1	-1	-4	3	-1	-1	6
x:jump	-6	-2	21	-10	5	-3	-6	1
x:login	-7	13	18	-5	-2	-2	-7	-7
x:matter	6	-3	-3	14	-9	-3	-9	8
x:message	37	-3	-10	-4	-3	-4	-10	-3
x:newsletter	-5	-4	42	-5	11	-15	-11	-12
x:order	2	-2	-4	5	6	-5	-7	5
x:other_button	18	-8	12	-1	-15	-3	-1	-2
x:password	-13	46	-22	-6	-27	18	11	-6
x:person	6	-7	9	-19	22	1	-4	-9
x:phone	30	-2	-6	-1	-4	-4	-3	-11
x:poll	-3	-1	-3	-5	25	-3	-5	-4
x:price	-7	-1	2	10	-6	-2	-3	8
x:product	-2	-1	6	7	-17	-1	-5	12
x:quantity	-1	-0	-1	17	-10	-0	-0	-5
x:quote	7	-2	-3	0	3	-3	-0	-2
x:recover	-3	21	-6	-2	-8	12	-12	-2
x:register	-11	12	2	-8	10	1	6	-12
x:remember	-2	-5	6	-2	17	-3	-10	-1
x:search	4	-1	-5	-9	-4	-7	-2	23
x:sort	-2	-1	-1	-2	5	-1	-0	2
x:switch	-0	0	-0	2	1	-0	-1	-1
x:user	4	22	-3	7	-36	2	17	-14
x:website	4	-2	-5	-3	13	-3	1	-6
bias	-2	-7	-7	-3	28	-4	-10	4
"""
